import type { Updateable } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionMachine } from '#contract/inspection/machine.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { assertIndependentVerifier } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { buildInspectionLogFacts, type InspectionRow, inspectionNotFound } from './rows.ts';

type Calls = typeof inspectionCalls;
/** The permission to change an inspection. Verifications belong to Makao, all other inspections to tenancies. */
export const getInspectionPermission = (kind: InspectionRow['kind'], action: 'create' | 'edit' = 'edit'): Permission =>
  kind === 'verification' ? `property_verification.${action}` : `tenancies.${action}`;
export const isPlatformStaff = ({ me }: Pick<Ctx, 'me'>): boolean => (platformRoles as readonly string[]).includes(me.role);

type Rights = { readonly sent: boolean /** Whether the caller may change such records there. */; readonly changes: boolean };
/** Whether the caller may fill in the inspection: the inspector, and people with the permission. Staff of Makao fill in verifications only. */
export const canWorkOnInspection = (ctx: Pick<Ctx, 'me'>, row: Pick<InspectionRow, 'kind'> & Rights): boolean => {
  if (row.sent) return true;
  if (!row.changes || !ctx.me.grants.has(getInspectionPermission(row.kind))) return false;
  return row.kind === 'verification' || !isPlatformStaff(ctx);
};

/** Locks the inspection and returns it with the caller's permissions. */
export async function lockInspection(ctx: Ctx, id: number): Promise<InspectionRow & Rights> {
  const seen = await from(ctx, 'inspection').select(['kind', 'property_id']).where('id', '=', id).executeTakeFirst();
  if (!seen) throw inspectionNotFound();
  // A verification changes the property, which is locked before the records that belong to it.
  if (seen.kind === 'verification') await parentOf(ctx.db, seen, 'property_id', 'property').select('id').forUpdate().execute();
  const row = await from(ctx, 'inspection')
    .selectAll('inspection')
    .select([
      visibleTo('inspection:sent', ctx.me, 'inspection').as('sent'),
      mayChange('inspection:managed', ctx.me, getInspectionPermission(seen.kind), 'inspection').as('changes'),
    ])
    .where('inspection.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw inspectionNotFound();
  return row;
}

export async function lockInspectionForEditing(ctx: Ctx, id: number): Promise<InspectionRow> {
  const row = await lockInspection(ctx, id);
  if (!canWorkOnInspection(ctx, row)) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: getInspectionPermission(row.kind) });
  return row;
}

export const makeInspectionStateRefusal = (ctx: Pick<Ctx, 'me'>, row: InspectionRow, why = m.shell_refusal_state()) =>
  new Refusal('wrongState', why, { from: row.status, allowed: listAllowedMoves(inspectionMachine, row.status, ctx.me.role) });

export const updateInspection = (ctx: Pick<Ctx, 'db'>, id: number, changes: Updateable<DB['inspection']>) =>
  unscopedTable(ctx.db, 'inspection', 'a row that the caller has locked')
    .change()
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);

/** The inspector of a verification must be independent of the property. */
export async function assertIndependentInspector(ctx: Ctx, propertyId: number, who: number | null = ctx.me.userId): Promise<void> {
  const property = await unscopedTable(ctx.db, 'property', 'the lock is checked regardless of the caller’s scope')
    .select()
    .select(['id', 'company_id', 'created_by'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  await assertIndependentVerifier(ctx, property, who);
}

export async function beginInspection(ctx: Ctx, { id, device }: HandlerInput<Calls['begin']>): Promise<void> {
  const before = await lockInspectionForEditing(ctx, id);
  if (before.kind === 'verification') await assertIndependentInspector(ctx, before.property_id);
  await makeMove(ctx, inspectionMachine, 'begin', id);
  const inspector_id = before.kind === 'verification' ? ctx.me.userId : (before.inspector_id ?? ctx.me.userId);
  await updateInspection(ctx, id, { device, device_at: clock.now(), inspector_id });
  const after = { ...before, status: 'in_progress' as const, inspector_id };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'inspection',
    id,
    code: before.code,
    before: buildInspectionLogFacts(before),
    after: buildInspectionLogFacts(after),
  });
}

/** The inspector after this change: an unassigned inspection is assigned to the person who continues it. */
export async function findContinuingInspector(ctx: Ctx, { kind, property_id, inspector_id }: InspectionRow): Promise<number | null> {
  if (kind === 'verification') await assertIndependentInspector(ctx, property_id);
  return inspector_id ?? ctx.me.userId;
}

export async function acquireEditLock(ctx: Ctx, { id, device }: HandlerInput<Calls['acquireEditLock']>): Promise<void> {
  const before = await lockInspectionForEditing(ctx, id);
  if (before.status !== 'in_progress') throw makeInspectionStateRefusal(ctx, before);
  const inspector_id = await findContinuingInspector(ctx, before);
  await updateInspection(ctx, id, { device, device_at: clock.now(), inspector_id });
  const after = { ...before, inspector_id };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'inspection',
    id,
    code: before.code,
    before: buildInspectionLogFacts(before),
    after: buildInspectionLogFacts(after),
    reason: 'another device goes on',
  });
}
