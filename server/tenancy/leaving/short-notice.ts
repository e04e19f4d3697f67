import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';
import { updateTenancy } from '../create-tenancy.ts';
import {
  assertTenancyStatus,
  hasPayerWithAccount,
  lockTenancyForManager,
  lockTenancyForTenant,
  logTenancyChange,
  occupiedStatuses,
  readCallerName,
} from '../lock-tenancy.ts';
import { notifyTenants, notifyTenantsAndManagers } from '../notify.ts';
import { assertSamePayers, type RequestedPayers, readPayingMemberIds } from '../people/same-payers.ts';
import { type TenancyRow, tenancyNotFound } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';
import { applyTenancyNotice, assertMoveOutAllowed } from './notice.ts';

type Calls = typeof tenancyActionCalls;
type Ask = NonNullable<TenancyDetails['leaving_ask']> & RequestedPayers;

/**
 * A manager cannot record notice shorter than the lease, or a mutual agreement, if the tenants can answer: it is pending until one of the payers
 * accepts.
 */
export async function requestShortNotice(
  ctx: Ctx,
  { id, on, kind, reason }: HandlerInput<Calls['requestShortNotice']>,
): Promise<HandlerResult<Calls['requestShortNotice']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  if (row.leaving_on !== null) throw new Refusal('conflict', m.tenancy_refusal_leaving_known());
  assertMoveOutAllowed(row, { on, kind, reason }, true);
  if (!(await hasPayerWithAccount(ctx, id))) throw new Refusal('conflict', m.tenancy_refusal_nobody_answers());
  const asks = { version: row.revision + 1, to: await readPayingMemberIds(ctx, id) };
  const ask: Ask = { ...asks, on, kind, reason, by: await readCallerName(ctx), at: clock.now().toISOString() };
  const after = await updateTenancy(ctx, row, { leaving_ask: JSON.stringify(ask) });
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: asked(row), is: asked(after) });
  await notifyTenants(ctx, after, 'tenancy.leaving_asked', { day: on }, String(after.revision));
  return readTenancyDetails(ctx, { id });
}

const asked = (row: TenancyRow) => ({ leaving_ask: (row.leaving_ask as Ask | null)?.on ?? null });
function askOf(row: TenancyRow): Ask {
  const ask = row.leaving_ask as Ask | null;
  if (!ask) throw new Refusal('conflict', m.tenancy_refusal_no_ask());
  return ask;
}
/** The request was withdrawn, declined or not answered in time. The tenancy continues unchanged. */
export async function cancelShortNoticeRequest(ctx: Ctx, row: TenancyRow, reason: string): Promise<void> {
  const { on } = askOf(row);
  const after = await updateTenancy(ctx, row, { leaving_ask: null });
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: asked(row), is: asked(after) });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.leaving_off', { day: on }, String(after.revision));
}
export async function withdrawShortNotice(
  ctx: Ctx,
  { id }: HandlerInput<Calls['withdrawShortNotice']>,
): Promise<HandlerResult<Calls['withdrawShortNotice']>> {
  await cancelShortNoticeRequest(ctx, await lockTenancyForManager(ctx, id), '');
  return readTenancyDetails(ctx, { id });
}

async function forAnswer(ctx: Ctx, id: number): Promise<TenancyRow> {
  const row = await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  assertTenancyStatus(ctx, row, occupiedStatuses);
  return row;
}
export async function refuseShortNotice(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['refuseShortNotice']>,
): Promise<HandlerResult<Calls['refuseShortNotice']>> {
  await cancelShortNoticeRequest(ctx, await forAnswer(ctx, id), reason);
  return readTenancyDetails(ctx, { id });
}
export async function acceptShortNotice(
  ctx: Ctx,
  { id, version: read }: HandlerInput<Calls['acceptShortNotice']>,
): Promise<HandlerResult<Calls['acceptShortNotice']>> {
  const row = await forAnswer(ctx, id);
  const ask = askOf(row);
  const { on, kind, reason, by } = ask;
  if (ask.version !== read) throw new Refusal('conflict', m.tenancy_refusal_other_day({ day: formatLongDate(on) }));
  if (on < clock.today()) throw new Refusal('gone', m.tenancy_refusal_ask_over());
  await assertSamePayers(ctx, id, ask);
  await applyTenancyNotice(ctx, row, { on, kind, reason, by, file: null });
  return readTenancyDetails(ctx, { id });
}
