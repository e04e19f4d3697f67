import { requiredId } from '#contract/kernel/required-id.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { changeUnitOccupancy, pickNonInheritedUnitTraits, type UnitTraits, updateTraitsOfUnits } from '#server/unit/service.ts';
import type { OccupantCells } from './occupancy-cells.ts';
import type { UnitUpdate } from './unit-update.ts';

/** The rows of a sheet for one of its properties. */
export type PropertySheet = {
  readonly id: number;
  readonly code: string;
  readonly company_id: number;
  readonly property_id: number;
  readonly as_of: string;
};
type MovesIn = { readonly lives: OccupantCells; readonly unit_id: number; readonly rent_cents: Cents | null };

/** Creates the occupants of these units and their opening balances. Returns the occupants by unit. */
export async function moveOccupantsIn(ctx: Ctx, sheet: PropertySheet, lived: readonly MovesIn[]): Promise<ReadonlyMap<number, number>> {
  if (lived.length === 0) return new Map();
  const by = { company_id: sheet.company_id, property_id: sheet.property_id, intake_id: sheet.id, created_by: ctx.me.userId };
  const made = await add(ctx, 'occupant')
    .values(
      lived.map(({ lives: { name, phone, since, deposit_held_cents }, unit_id, rent_cents }) => ({
        ...by,
        unit_id,
        name,
        phone,
        since,
        rent_cents,
        deposit_held_cents,
      })),
    )
    .returning(['id', 'unit_id'])
    .execute();
  const occupants = new Map(made.map((row) => [row.unit_id, row.id]));
  const owed = lived.flatMap(({ lives, unit_id }) =>
    lives.balance_cents
      ? [
          {
            ...by,
            unit_id,
            occupant_id: requiredId(occupants.get(unit_id), 'an occupant who was just written'),
            cents: lives.balance_cents,
            as_of: sheet.as_of,
          },
        ]
      : [],
  );
  if (owed.length > 0) await add(ctx, 'opening_balance').values(owed).execute();
  return occupants;
}

/** Updates existing units from their rows and stores the old values, so that the undo can restore them. */
export async function updateUnitsFromSheet(ctx: Ctx, sheet: PropertySheet, updates: readonly UnitUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const inOrder = [...updates].sort((a, b) => a.old.id - b.old.id);
  for (const { old, move, people } of inOrder)
    if (move) await changeUnitOccupancy(ctx, old, move, people.made?.since ? startOfDay(people.made.since) : null);
  const changes = inOrder.map(({ old, next }) => ({ before: old, next }));
  const after = new Map((await updateTraitsOfUnits(ctx, changes, `sheet ${sheet.code}`)).map((row) => [row.id, row]));
  const kept = await add(ctx, 'intake_change')
    .values(
      inOrder.map(({ old, next, move }) => ({
        intake_id: sheet.id,
        property_id: sheet.property_id,
        unit_id: old.id,
        revision: after.get(old.id)?.revision ?? 0,
        before: JSON.stringify(differing(pickNonInheritedUnitTraits(old), next)),
        moved: move,
        since: move ? old.status_since : null,
      })),
    )
    .returning(['id', 'unit_id'])
    .execute();
  const changeOf = new Map(kept.map((row) => [row.unit_id, row.id]));
  await changePeople(ctx, sheet, inOrder, changeOf);
}

const differing = (before: UnitTraits, next: UnitTraits) =>
  Object.fromEntries(Object.entries(before).filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(next[column as keyof UnitTraits])));

async function changePeople(ctx: Ctx, sheet: PropertySheet, updates: readonly UnitUpdate[], changeOf: ReadonlyMap<number, number>): Promise<void> {
  const kept: { intake_change_id: number; occupant_id: number; became: 'made' | 'ended' | 'changed'; before: string }[] = [];
  const keep = (unitId: number, occupant_id: number, became: (typeof kept)[number]['became'], before: object = {}) =>
    kept.push({ intake_change_id: requiredId(changeOf.get(unitId), 'the change of a unit'), occupant_id, became, before: JSON.stringify(before) });
  for (const { old, people } of updates) {
    if (people.ended) {
      // If the row makes the unit vacant, a database trigger has already ended the occupants.
      await unscopedTable(ctx.db, 'occupant', 'units whose tenants the caller may change')
        .change()
        .set({ ended_at: clock.now() })
        .where('id', '=', people.ended.id)
        .$call(oneRow);
      keep(old.id, people.ended.id, 'ended');
    }
    if (people.changed) {
      const { of, balance_cents, ...plain } = people.changed;
      if (Object.keys(plain).length > 0)
        await unscopedTable(ctx.db, 'occupant', 'units whose tenants the caller may change')
          .change()
          .set(plain)
          .where('id', '=', of.id)
          .$call(oneRow);
      if (balance_cents !== undefined) await setOpeningBalance(ctx, sheet, { unit_id: old.id, occupant_id: of.id }, balance_cents, sheet.as_of);
      const was = Object.fromEntries(Object.keys(plain).map((column) => [column, of[column as keyof typeof plain]]));
      keep(old.id, of.id, 'changed', { ...was, ...(balance_cents === undefined ? {} : { balance_cents: of.balance_cents, as_of: of.as_of }) });
    }
  }
  const made = await moveOccupantsIn(
    ctx,
    sheet,
    updates.flatMap(({ old, next, people: { made: lives } }) =>
      lives ? [{ lives, unit_id: old.id, rent_cents: next.rent_cents ?? old.rent_cents }] : [],
    ),
  );
  for (const [unitId, id] of made) keep(unitId, id, 'made');
  if (kept.length > 0) await add(ctx, 'intake_lives').values(kept).execute();
}

/** Replaces an occupant's opening balance; zero removes it. */
export async function setOpeningBalance(
  ctx: Ctx,
  sheet: Pick<PropertySheet, 'id' | 'company_id' | 'property_id'>,
  at: { unit_id: number; occupant_id: number },
  cents: Cents | null,
  as_of: string,
): Promise<void> {
  await unscopedTable(ctx.db, 'opening_balance', 'units whose tenants the caller may change')
    .remove()
    .where('occupant_id', '=', at.occupant_id)
    .where('taken_up_at', 'is', null)
    .execute();
  if (!cents) return;
  const by = { company_id: sheet.company_id, property_id: sheet.property_id, intake_id: sheet.id, created_by: ctx.me.userId };
  await add(ctx, 'opening_balance')
    .values({ ...by, ...at, cents, as_of })
    .execute();
}
