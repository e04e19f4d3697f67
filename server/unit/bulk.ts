import { unitStatuses } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { type Cents, prorateToWholeShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import { listUnitMoves, type UnitMove, unitMachine } from '#contract/unit/machine.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { change } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { toUnitAuditValues, type UnitRow } from './rows.ts';
import { assertUnitMoveReason, moveUnit } from './status-changes.ts';
import { assertUnitAmenities, lockEditableUnits, readUnitType } from './unit-lookup.ts';

type Calls = typeof unitCalls;
type Given = HandlerInput<Calls['bulk']>;

/** Applies one change to many units, all or none. The error names every unit that prevents it. */
export async function changeUnitsInBulk(ctx: Ctx, given: Given): Promise<HandlerResult<Calls['bulk']>> {
  const rows = await lockEditableUnits(ctx, given.unit_ids, 'units.edit');
  const { rent, unit_type_id, move, reason, expected_on } = given;
  const plain = plainOf(given);
  const adds = await assertUnitAmenities(ctx, 'add_amenities', given.add_amenities);
  const removes = await assertUnitAmenities(ctx, 'remove_amenities', given.remove_amenities);
  if (!rent && unit_type_id === undefined && !move && adds.length + removes.length + Object.keys(plain).length === 0)
    throw invalidInputRefusal({ unit_ids: m.unit_problem_nothing_given() });
  if (unit_type_id !== undefined) await readUnitType(ctx, unit_type_id);
  if (move) {
    assertUnitMoveReason(move, { reason, expected_on });
    refuseMoves(ctx, rows, move);
  }
  if (rent?.how === 'percent') refuseWithout(rows);
  for (const before of rows) {
    const set = {
      ...(rent ? { rent_cents: calculateNewRent(before, rent) } : {}),
      ...plain,
      ...(unit_type_id === undefined ? {} : { unit_type_id }),
      ...(adds.length + removes.length > 0 ? { amenities: mixed(before.amenities, adds, removes) } : {}),
    };
    const moved = move ? await moveUnit(ctx, before, move, { reason, expected_on }) : before;
    const after = Object.keys(set).length === 0 ? moved : await changed(ctx, moved, set);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'units',
      id: after.id,
      code: after.code,
      before: toUnitAuditValues(before),
      after: toUnitAuditValues(after),
      reason: reason || `with ${rows.length - 1} others`,
    });
  }
  const terms = rent || 'deposit_cents' in plain || 'service_charge_cents' in plain;
  if (terms) for (const propertyId of new Set(rows.map((row) => row.property_id))) await enqueueJob(ctx.db, 'property.terms', { propertyId });
  return { changed: rows.length };
}

type Plain = { deposit_cents?: Cents | null; service_charge_cents?: Cents | null; available_from?: string | null };
/** The values that are the same for all units. */
const plainOf = ({ deposit_cents, service_charge_cents, available_from }: Given): Plain => ({
  ...(deposit_cents === undefined ? {} : { deposit_cents }),
  ...(service_charge_cents === undefined ? {} : { service_charge_cents }),
  ...(available_from === undefined ? {} : { available_from }),
});

const changed = (ctx: Ctx, row: UnitRow, set: Plain & { rent_cents?: Cents; unit_type_id?: number; amenities?: number[] }) =>
  change(ctx, 'unit')
    .set({ ...set, revision: row.revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** A rent raised by a percentage is rounded to whole shillings. */
export const calculateNewRent = (row: { rent_cents: number | null }, rent: NonNullable<Given['rent']>): Cents =>
  rent.how === 'set' ? rent.cents : prorateToWholeShillings(row.rent_cents ?? 0, 10_000 + rent.basis_points, 10_000);

const mixed = (now: readonly number[], adds: readonly number[], removes: readonly number[]) =>
  [...new Set([...now, ...adds])].filter((id) => !removes.includes(id)).sort((a, b) => a - b);

const told = (rows: readonly UnitRow[]) => rows.map(({ id, name, block, status }) => ({ id, name, block, status: unitStatuses[status] }));

function refuseMoves(ctx: Ctx, rows: readonly UnitRow[], move: UnitMove): void {
  if (!unitMachine.moves[move].by.includes(ctx.me.role)) throw new Refusal('forbidden', m.unit_refusal_move_bulk());
  const stuck = rows.filter((row) => !listUnitMoves(row, ctx.me.role).includes(move));
  if (stuck.length > 0)
    throw new Refusal('wrongState', m.unit_refusal_stuck({ names: stuck.map((row) => row.name).join(', ') }), {
      to: unitMachine.moves[move].to,
      units: told(stuck),
    });
}

function refuseWithout(rows: readonly UnitRow[]): void {
  const without = rows.filter((row) => row.rent_cents === null);
  if (without.length > 0)
    throw new Refusal('conflict', m.unit_refusal_without_rent({ names: without.map((row) => row.name).join(', ') }), { units: told(without) });
}
