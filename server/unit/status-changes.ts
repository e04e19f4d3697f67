import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import {
  resolveUnitMove,
  type UnitMove,
  unitMachine,
  unitMovesAcceptingDay,
  unitMovesRequiringDay,
  unitMovesRequiringReason,
} from '#contract/unit/machine.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRow, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { toUnitAuditValues, type UnitRow } from './rows.ts';
import { readUnitDetails } from './unit-detail.ts';
import { lockEditableUnit, lockPropertiesOfUnits, unitNotFound } from './unit-lookup.ts';

type Calls = typeof unitCalls;
export type StatusReason = { readonly reason: string; readonly expected_on: string | null };

/** Checks the reason and date that the move needs. */
export function assertUnitMoveReason(move: UnitMove, { reason, expected_on }: StatusReason): void {
  if (unitMovesRequiringReason.includes(move) && reason.length < 3)
    throw invalidInputRefusal({ reason: reason === '' ? sentence('requiredParameter') : m.unit_problem_reason() });
  if (unitMovesRequiringDay.includes(move) && expected_on === null) throw invalidInputRefusal({ expected_on: sentence('requiredParameter') });
  if (expected_on !== null && !unitMovesAcceptingDay.includes(move)) throw invalidInputRefusal({ expected_on: m.unit_problem_day_meaningless() });
  if (expected_on !== null && expected_on < clock.today()) throw invalidInputRefusal({ expected_on: m.unit_problem_day_past() });
}

/** While a unit is in one of these states, applications for it are pending. */
const outOfMarket: readonly string[] = ['maintenance', 'onhold'];

/** Applies the move, saves its date, reason and expected end, and returns the updated unit. The caller audits. */
export async function moveUnit(
  ctx: Ctx,
  row: UnitRow,
  name: MoveOf<typeof unitMachine>,
  why: StatusReason,
  actor: MoveActor = ctx.me.role,
): Promise<UnitRow> {
  const step = resolveUnitMove(row, name);
  if (step === 'vacate_said' && unitMachine.moves[step].by.includes(actor) && row.status === 'occupied' && !row.occupied_said)
    throw new Refusal('wrongState', m.unit_refusal_tenancy_holds(), { from: row.status, to: 'vacant' });
  const moved = await makeMove(ctx, unitMachine, step, row.id, why.reason || null, actor);
  const now = clock.now();
  const after = await sameRow(ctx.db, 'unit', row)
    .change()
    .set((eb) => ({
      // Maintenance in an occupied unit does not change its occupied-since date.
      status_since: moved.from === moved.to ? row.status_since : now,
      occupied_said: step === 'occupy_said' || (moved.from === moved.to && row.occupied_said),
      works_since: step === 'start_works' ? now : null,
      status_reason: why.reason,
      expected_on: why.expected_on,
      status_before: moved.to === 'stall' ? moved.from : null,
      let_from: moved.from === moved.to ? row.let_from : null,
      revision: eb('revision', '+', 1),
      updated_by: ctx.me.userId,
      updated_at: now,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (moved.from !== moved.to) {
    await enqueueJob(ctx.db, 'unit.moved', { unitId: row.id, ...moved });
    const isDelayed = outOfMarket.includes(moved.to);
    if (moved.to === 'stall') await publishEvent(ctx, 'unit.frozen', { unitId: row.id });
    // A unit that returns from a freeze to maintenance is unfrozen too, because maintenance does not delay an applicant who has only to pay.
    else if (moved.from === 'stall' || (!isDelayed && outOfMarket.includes(moved.from))) await publishEvent(ctx, 'unit.thawed', { unitId: row.id });
    if (isDelayed) await publishEvent(ctx, 'unit.works', { unitId: row.id });
    if (moved.to === 'vacant') await publishEvent(ctx, 'unit.freed', { unitId: row.id });
  }
  return { ...row, ...after };
}

const auditMove = (ctx: Ctx, before: UnitRow, after: UnitRow, reason: string) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'units',
    id: after.id,
    code: after.code,
    before: toUnitAuditValues(before),
    after: toUnitAuditValues(after),
    ...(reason ? { reason } : {}),
  });

export async function moveUnitManually(
  ctx: Ctx,
  { id, move: name, reason, expected_on }: HandlerInput<Calls['move']>,
): Promise<HandlerResult<Calls['move']>> {
  const before = await lockEditableUnit(ctx, id, 'units.edit');
  assertUnitMoveReason(name, { reason, expected_on });
  const after = await moveUnit(ctx, before, name, { reason, expected_on });
  await auditMove(ctx, before, after, reason);
  return readUnitDetails(ctx, { id });
}

const brought = 'a record of another module changes the unit';
/** A unit named by a booking, tenancy or plan. That record grants access, so no scope of a person limits it. */
const unitOfRecord = (id: number) => systemRow('unit', id, brought);

/**
 * Changes a unit's status for modules whose records determine it (bookings, tenancies, plans). The effects of the move run with the caller's
 * identity.
 */
export async function moveUnitBySystem(ctx: Ctx, id: number, name: MoveOf<typeof unitMachine>, reason: string): Promise<void> {
  await lockProperties(ctx, [id]);
  const before = await sameRow(ctx.db, 'unit', unitOfRecord(id)).select().selectAll().where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
  if (!before) throw unitNotFound();
  if (name === 'stall' && before.status === 'occupied')
    throw new Refusal('wrongState', m.unit_refusal_occupied_frozen(), { from: before.status, to: 'stall' });
  const after = await moveUnit(ctx, before, name, { reason, expected_on: null }, 'clock');
  await auditMove(ctx, before, after, reason);
}

/** Locks the properties of several units, before the units. */
export const lockProperties = (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[]) =>
  lockPropertiesOfUnits(systemRows(ctx.db, 'property', brought), unitIds);

/** The units of a property by id: a letting of the whole property covers all of them. */
export const readUnitIdsOfProperty = async (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<number[]> => {
  const rows = await unscopedTable(ctx.db, 'unit', 'the units of a property let as a whole')
    .select()
    .select('id')
    .where('property_id', '=', propertyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/** Locks a unit and its property before it, for modules that change units. */
export async function lockUnit(ctx: Pick<Ctx, 'db'>, id: number) {
  await lockProperties(ctx, [id]);
  const row = await sameRow(ctx.db, 'unit', unitOfRecord(id))
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select([
      'unit.id',
      'unit.property_id',
      'unit.status',
      'unit.status_before',
      'unit.occupied_said',
      'unit.let_from',
      'unit.name',
      'property.company_id',
    ])
    .where('unit.deleted_at', 'is', null)
    .forUpdate('unit')
    .executeTakeFirst();
  if (!row) throw unitNotFound();
  return row;
}

/** Releases the reservation: a reserved unit becomes vacant, a frozen one when it is unfrozen. An occupied unit does not change. */
export async function vacateReservedUnit(ctx: Ctx, id: number, reason: string): Promise<void> {
  const unit = await lockUnit(ctx, id);
  if (unit.status === 'ordered') return moveUnitBySystem(ctx, id, 'drop_order', reason);
  if (unit.status === 'stall' && unit.status_before === 'ordered') await setFacts(ctx, id, { status_before: 'vacant' });
}

/** A tenancy occupies the unit from now on, which so far was only reported as occupied. */
export const clearReportedOccupancy = (ctx: Ctx, id: number) => setFacts(ctx, id, { occupied_said: false });

/** The tenancy is undone as if it had never existed: the unit is occupied as its manager reported before. */
export const restoreReportedOccupancy = (ctx: Ctx, id: number) => setFacts(ctx, id, { occupied_said: true, let_from: null });

/** The reported move-in did not happen: the unit is vacant again since the earlier date, without a reason. */
export const restoreVacantSince = (ctx: Ctx, id: number, since: Date) => setFacts(ctx, id, { status_since: since, status_reason: '' });

/** The day from which an occupied unit may be let; null while it is unknown or another tenancy has it. Its listings follow. */
export async function setUnitLetFrom(ctx: Ctx, id: number, day: string | null): Promise<void> {
  const unit = await lockUnit(ctx, id);
  const from = unit.status === 'occupied' ? day : null;
  if (unit.let_from === from) return;
  await setFacts(ctx, id, { let_from: from });
  if ((unit.let_from === null) !== (from === null)) await enqueueJob(ctx.db, 'unit.let_ahead', { unitId: id });
}

const setFacts = (
  ctx: Pick<Ctx, 'db'>,
  id: number,
  facts: { status_before?: string; status_since?: Date; status_reason?: string; occupied_said?: boolean; let_from?: string | null },
) =>
  sameRow(ctx.db, 'unit', unitOfRecord(id))
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .$call(oneRow);
