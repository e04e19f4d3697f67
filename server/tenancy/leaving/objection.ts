import { z } from 'zod';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { type ObjectionState, objectionableEndKinds } from '#contract/tenancy/kinds.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';
import { updateTenancy } from '../create-tenancy.ts';
import {
  assertTenancyStatus,
  lockTenancy,
  lockTenancyForManager,
  lockTenancyForTenant,
  logTenancyChange,
  occupiedStatuses,
  readCallerName,
} from '../lock-tenancy.ts';
import { notifyTenancyManagers, notifyTenantsAndManagers } from '../notify.ts';
import { readHomeName } from '../people/home-name.ts';
import { type TenancyRow, tenancyNotFound } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';

type Calls = typeof tenancyActionCalls;
type Leaving = NonNullable<TenancyDetails['leaving']> & { readonly file_id?: number };
type Objection = NonNullable<Leaving['objection']>;

const leavingOf = (row: TenancyRow): Leaving | null => row.leaving as Leaving | null;
function objectionOf(row: TenancyRow, state: ObjectionState): { leaving: Leaving; objection: Objection } {
  const leaving = leavingOf(row);
  if (!leaving?.objection || leaving.objection.state !== state) throw new Refusal('conflict', m.tenancy_refusal_no_objection());
  return { leaving, objection: leaving.objection };
}
async function putObjection(ctx: Ctx, row: TenancyRow, leaving: Leaving, objection: Objection | null, reason: string): Promise<TenancyRow> {
  const after = await updateTenancy(ctx, row, { leaving: JSON.stringify({ ...leaving, objection }) });
  const was = leaving.objection?.state ?? null;
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: { objection: was }, is: { objection: objection?.state ?? null } });
  return after;
}

async function forPayer(ctx: Ctx, id: number): Promise<TenancyRow> {
  const row = await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  assertTenancyStatus(ctx, row, occupiedStatuses);
  return row;
}

/** A payer objects to a move-out that the manager recorded alone. It cannot be completed until the objection is withdrawn or overruled. */
export async function objectToNotice(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['objectToNotice']>,
): Promise<HandlerResult<Calls['objectToNotice']>> {
  const row = await forPayer(ctx, id);
  const leaving = leavingOf(row);
  if (!leaving || leaving.file === null || !objectionableEndKinds.includes(leaving.kind))
    throw new Refusal('conflict', m.tenancy_refusal_cannot_object());
  if (leaving.objection) throw new Refusal('conflict', m.tenancy_refusal_objected_before());
  const by = await readCallerName(ctx);
  const after = await putObjection(ctx, row, leaving, { state: 'open', reason, by, at: clock.now().toISOString() }, reason);
  await notifyTenancyManagers(ctx, after, 'tenancy.leaving_objected', { day: leaving.on, name: by ?? '', reason }, String(after.revision));
  return readTenancyDetails(ctx, { id });
}

export async function withdrawObjection(
  ctx: Ctx,
  { id }: HandlerInput<Calls['withdrawObjection']>,
): Promise<HandlerResult<Calls['withdrawObjection']>> {
  const row = await forPayer(ctx, id);
  const { leaving } = objectionOf(row, 'open');
  const after = await putObjection(ctx, row, leaving, null, '');
  await notifyTenancyManagers(ctx, after, 'tenancy.objection_off', { day: leaving.on }, String(after.revision));
  return readTenancyDetails(ctx, { id });
}

/** Only an order can be reviewed: the platform reads its document. An objection to a notice is settled with the tenant. */
export async function requestObjectionReview(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['requestObjectionReview']>,
): Promise<HandlerResult<Calls['requestObjectionReview']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const { leaving, objection } = objectionOf(row, 'open');
  if (leaving.kind !== 'order') throw new Refusal('conflict', m.tenancy_refusal_review_order());
  await putObjection(ctx, row, leaving, { ...objection, state: 'reviewing' }, reason);
  const home = await readHomeName(ctx.db, row.id, row.unit_id);
  await requestApproval(ctx, 'disputedMoveOut', {
    subjectId: id,
    companyId: row.company_id,
    params: { tenancy_id: id, code: row.code, home, on: leaving.on, at: objection.at, objection: objection.reason },
    reason,
    evidenceId: leaving.file_id ?? null,
  });
  return readTenancyDetails(ctx, { id });
}

const params = z.object({ tenancy_id: z.number(), code: z.string(), home: z.string(), on: z.string(), at: z.string(), objection: z.string() });
type Reviewed = z.output<typeof params>;

/** The objection under review. Null if the notice was withdrawn or recorded again since the request. */
async function reviewedOf(ctx: Ctx, { tenancy_id, at }: Reviewed) {
  const row = await lockTenancy(ctx, tenancy_id);
  const leaving = leavingOf(row);
  if (!leaving?.objection || leaving.objection.at !== at || leaving.objection.state !== 'reviewing') return null;
  return { row, leaving, objection: leaving.objection };
}

export const objectionActs = {
  disputedMoveOut: defineRequestedAct({
    params,
    document: 'tenancies',
    describe: ({ home, on, objection }) => m.tenancy_review_describe({ home, day: formatLongDate(on), objection }),
    page: ({ tenancy_id, code }) => ({ screen: 'tenancy.detail', params: { id: tenancy_id, code } }),
    needsEvidence: true,
    ownNotices: true,
    execute: async (ctx, given) => {
      const found = await reviewedOf(ctx, given);
      if (!found) throw new Refusal('conflict', m.tenancy_refusal_no_objection());
      const after = await putObjection(ctx, found.row, found.leaving, { ...found.objection, state: 'overruled' }, '');
      await notifyTenantsAndManagers(ctx, after, 'tenancy.objection_overruled', { day: found.leaving.on }, String(after.revision));
    },
    rejected: async (ctx, given) => {
      const found = await reviewedOf(ctx, given);
      if (!found) return;
      const after = await putObjection(ctx, found.row, found.leaving, { ...found.objection, state: 'open' }, '');
      await notifyTenantsAndManagers(ctx, after, 'tenancy.objection_upheld', { day: found.leaving.on }, String(after.revision));
    },
  }),
};
