import type { Updateable } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionMachine } from '#contract/inspection/machine.ts';
import type { Input } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { mayChange, visible } from '#server/kernel/scope.ts';
import { everything, from, oneRow } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { insistOutsider } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { factsOf, type InspectionRow, missing } from './rows.ts';

type Calls = typeof inspectionCalls;
/** The right that changing one takes: a verification is the platform's business, everything else goes with tenancies. */
export const rightFor = (kind: InspectionRow['kind'], action: 'create' | 'edit' = 'edit'): Permission =>
  kind === 'verification' ? `property_verification.${action}` : `tenancies.${action}`;
export const isPlatform = ({ me }: Pick<Ctx, 'me'>): boolean => (platformRoles as readonly string[]).includes(me.role);

type Rights = { readonly sent: boolean /** Whether they may change such records there. */; readonly changes: boolean };
/** Who fills it in: whoever was sent, and those who may change such records there. The platform's people verify; homes of others they read. */
export const mayWork = (ctx: Pick<Ctx, 'me'>, row: Pick<InspectionRow, 'kind'> & Rights): boolean => {
  if (row.sent) return true;
  if (!row.changes || !ctx.me.grants.has(rightFor(row.kind))) return false;
  return row.kind === 'verification' || !isPlatform(ctx);
};

/** The row, held, and what the caller has there. */
export async function heldFor(ctx: Ctx, id: number): Promise<InspectionRow & Rights> {
  const seen = await from(ctx, 'inspection').select(['kind', 'property_id']).where('id', '=', id).executeTakeFirst();
  if (!seen) throw missing();
  // What a verification finds changes the property, which is held before what hangs on it.
  if (seen.kind === 'verification') await parentOf(ctx.db, seen, 'property_id', 'property').select('id').forUpdate().execute();
  const row = await from(ctx, 'inspection')
    .selectAll('inspection')
    .select([
      visible('inspection:sent', ctx.me, 'inspection').as('sent'),
      mayChange('inspection:managed', ctx.me, rightFor(seen.kind), 'inspection').as('changes'),
    ])
    .where('inspection.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}

export async function toFill(ctx: Ctx, id: number): Promise<InspectionRow> {
  const row = await heldFor(ctx, id);
  if (!mayWork(ctx, row)) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: rightFor(row.kind) });
  return row;
}

export const notNow = (ctx: Pick<Ctx, 'me'>, row: InspectionRow, why = m.shell_refusal_state()) =>
  new Refusal('wrongState', why, { from: row.status, allowed: movesFor(inspectionMachine, row.status, ctx.me.role) });

export const update = (ctx: Pick<Ctx, 'db'>, id: number, changes: Updateable<DB['inspection']>) =>
  everything(ctx.db, 'inspection', 'the row the caller holds')
    .change()
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);

/** Whoever verifies has nothing to do with the property. */
export async function insistOutside(ctx: Ctx, propertyId: number, who: number | null = ctx.me.userId): Promise<void> {
  const property = await everything(ctx.db, 'property', 'whoever looks at it has nothing to do with it')
    .select()
    .select(['id', 'company_id', 'created_by'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  await insistOutsider(ctx, property, who);
}

export async function begin(ctx: Ctx, { id, device }: Input<Calls['begin']>): Promise<void> {
  const before = await toFill(ctx, id);
  if (before.kind === 'verification') await insistOutside(ctx, before.property_id);
  await move(ctx, inspectionMachine, 'begin', id);
  const inspector_id = before.kind === 'verification' ? ctx.me.userId : (before.inspector_id ?? ctx.me.userId);
  await update(ctx, id, { device, device_at: clock.now(), inspector_id });
  const after = { ...before, status: 'in_progress' as const, inspector_id };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'inspection', id, code: before.code, before: factsOf(before), after: factsOf(after) });
}

/** Whose it is when somebody goes on: one that was taken back is of whoever does. */
export async function goesOn(ctx: Ctx, { kind, property_id, inspector_id }: InspectionRow): Promise<number | null> {
  if (kind === 'verification') await insistOutside(ctx, property_id);
  return inspector_id ?? ctx.me.userId;
}

export async function takePen(ctx: Ctx, { id, device }: Input<Calls['takePen']>): Promise<void> {
  const before = await toFill(ctx, id);
  if (before.status !== 'in_progress') throw notNow(ctx, before);
  const inspector_id = await goesOn(ctx, before);
  await update(ctx, id, { device, device_at: clock.now(), inspector_id });
  const after = { ...before, inspector_id };
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'inspection', id, code: before.code, before: factsOf(before), after: factsOf(after) },
    reason: 'another device goes on',
  });
}
