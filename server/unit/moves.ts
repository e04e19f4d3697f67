import type { Input, Result } from '#contract/kernel/call.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { Actor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import { needsDay, needsReason, stepOf, takesDay, type UnitMove, unitMachine } from '#contract/unit/machine.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move as makeMove } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRow, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { lockOf, missing, oneForWork } from './find.ts';
import { one } from './one.ts';
import { factsOf, type UnitRow } from './rows.ts';

type Calls = typeof unitCalls;
export type Why = { readonly reason: string; readonly expected_on: string | null };

/** What the move needs beside its name. */
export function checkWhy(move: UnitMove, { reason, expected_on }: Why): void {
  if (needsReason.includes(move) && reason.length < 3)
    throw invalid({ reason: reason === '' ? sentence('requiredParameter') : m.unit_problem_reason() });
  if (needsDay.includes(move) && expected_on === null) throw invalid({ expected_on: sentence('requiredParameter') });
  if (expected_on !== null && !takesDay.includes(move)) throw invalid({ expected_on: m.unit_problem_day_meaningless() });
  if (expected_on !== null && expected_on < clock.today()) throw invalid({ expected_on: m.unit_problem_day_past() });
}

/** Who asked for a unit that is one of these waits. */
const outOfMarket: readonly string[] = ['maintenance', 'onhold'];

/** Makes the move and keeps since when, why and until when; answers the unit as it is now. The caller audits. */
export async function moveOne(ctx: Ctx, row: UnitRow, name: MoveOf<typeof unitMachine>, why: Why, actor: Actor = ctx.me.role): Promise<UnitRow> {
  const step = stepOf(row, name);
  if (step === 'vacate_said' && unitMachine.moves[step].by.includes(actor) && row.status === 'occupied' && !row.occupied_said)
    throw new Refusal('wrongState', m.unit_refusal_tenancy_holds(), { from: row.status, to: 'vacant' });
  const moved = await makeMove(ctx, unitMachine, step, row.id, why.reason || null, actor);
  const now = clock.now();
  const after = await itself(ctx.db, 'unit', row)
    .change()
    .set((eb) => ({
      // Works in an occupied unit change nothing about since when it is let.
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
    await emit(ctx.db, 'unit.moved', { unitId: row.id, ...moved });
    if (moved.to === 'stall') await happened(ctx, 'unit.frozen', { unitId: row.id });
    else if (outOfMarket.includes(moved.to)) await happened(ctx, 'unit.works', { unitId: row.id });
    else if (moved.from === 'stall' || outOfMarket.includes(moved.from)) await happened(ctx, 'unit.thawed', { unitId: row.id });
    if (moved.to === 'vacant') await happened(ctx, 'unit.freed', { unitId: row.id });
  }
  return { ...row, ...after };
}

const auditMove = (ctx: Ctx, before: UnitRow, after: UnitRow, reason: string) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'units',
    id: after.id,
    code: after.code,
    before: factsOf(before),
    after: factsOf(after),
    ...(reason ? { reason } : {}),
  });

export async function move(ctx: Ctx, { id, move: name, reason, expected_on }: Input<Calls['move']>): Promise<Result<Calls['move']>> {
  const before = await oneForWork(ctx, id, 'units.edit');
  checkWhy(name, { reason, expected_on });
  const after = await moveOne(ctx, before, name, { reason, expected_on });
  await auditMove(ctx, before, after, reason);
  return one(ctx, { id });
}

const brought = "another room's record brings it about";
/** A unit that a booking, a tenancy or a plan names: its record gives the right, so no person's scope limits which unit it is. */
const unitOfRecord = (id: number) => systemRow('unit', id, brought);

/** For rooms whose records bring a unit's status about (bookings, tenancies, plans). What follows from the move runs as the caller it is. */
export async function moveBySystem(ctx: Ctx, id: number, name: MoveOf<typeof unitMachine>, reason: string): Promise<void> {
  await propertiesHeld(ctx, [id]);
  const before = await itself(ctx.db, 'unit', unitOfRecord(id)).select().selectAll().where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
  if (!before) throw missing();
  if (name === 'stall' && before.status === 'occupied')
    throw new Refusal('wrongState', m.unit_refusal_occupied_frozen(), { from: before.status, to: 'stall' });
  const after = await moveOne(ctx, before, name, { reason, expected_on: null }, 'clock');
  await auditMove(ctx, before, after, reason);
}

/** The properties of several units, before any of them. */
export const propertiesHeld = (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[]) => lockOf(systemRows(ctx.db, 'property', brought), unitIds);

/** The units of a property, by id: what is let as a whole is all of them. */
export const unitsOfProperty = async (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<number[]> => {
  const rows = await everything(ctx.db, 'unit', 'what a whole property is made of')
    .select()
    .select('id')
    .where('property_id', '=', propertyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/** A unit under lock (its property before it), as the rooms that hold units need it. */
export async function unitHeld(ctx: Pick<Ctx, 'db'>, id: number) {
  await propertiesHeld(ctx, [id]);
  const row = await itself(ctx.db, 'unit', unitOfRecord(id))
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
  if (!row) throw missing();
  return row;
}

/** Nobody holds it any more: a reserved unit is vacant, a frozen one will be when it thaws. What is lived in stays so. */
export async function dropOrder(ctx: Ctx, id: number, reason: string): Promise<void> {
  const unit = await unitHeld(ctx, id);
  if (unit.status === 'ordered') return moveBySystem(ctx, id, 'drop_order', reason);
  if (unit.status === 'stall' && unit.status_before === 'ordered') await setFacts(ctx, id, { status_before: 'vacant' });
}

/** A tenancy holds the unit from now on, where before somebody had merely said that it is lived in. */
export const takeUp = (ctx: Ctx, id: number) => setFacts(ctx, id, { occupied_said: false });

/** The tenancy is taken back as if it had never been: somebody lives there by the word of who manages it, as before. */
export const giveBack = (ctx: Ctx, id: number) => setFacts(ctx, id, { occupied_said: true, let_from: null });

/** Whoever was said to have come had not: it is empty since the day it was before, and nothing is to be said of it. */
export const emptySince = (ctx: Ctx, id: number, since: Date) => setFacts(ctx, id, { status_since: since, status_reason: '' });

/** From when on it may be let although somebody lives there; null while that is not known, or somebody else holds it. Its listings follow. */
export async function letFrom(ctx: Ctx, id: number, day: string | null): Promise<void> {
  const unit = await unitHeld(ctx, id);
  const from = unit.status === 'occupied' ? day : null;
  if (unit.let_from === from) return;
  await setFacts(ctx, id, { let_from: from });
  if ((unit.let_from === null) !== (from === null)) await emit(ctx.db, 'unit.let_ahead', { unitId: id });
}

const setFacts = (
  ctx: Pick<Ctx, 'db'>,
  id: number,
  facts: { status_before?: string; status_since?: Date; status_reason?: string; occupied_said?: boolean; let_from?: string | null },
) =>
  itself(ctx.db, 'unit', unitOfRecord(id))
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .$call(oneRow);
