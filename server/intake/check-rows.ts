import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import { findPhone, isBlank, readBalance, readMoney, readStartDay } from '#contract/importer/parsers.ts';
import type { intakeCalls } from '#contract/intake/calls.ts';
import { findClosestName } from '#contract/intake/closest-name.ts';
import type { IntakeField, IntakeRowOutcome } from '#contract/intake/kinds.ts';
import { readTenantCell } from '#contract/intake/readers.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type CellProblem, makeRowReader, type RowReader } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { resolveOwnerCompany } from '#server/property/service.ts';
import { lockEditableProperty, parseUnitRow, readUnitsByName, readUnitTypes, type UnitRow } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import type { OccupancyCells, OccupantCells } from './occupancy-cells.ts';
import { type CurrentOccupancy, checkUnitUpdate, type UnitUpdate } from './unit-update.ts';

export type IntakeCheckInput = HandlerInput<(typeof intakeCalls)['check']>;
type Row = IntakeCheckInput['rows'][number];
type Types = Parameters<typeof parseUnitRow>[1];
type Unit = ReturnType<typeof parseUnitRow>['unit'];
export type ExistingProperty = { readonly id: number; readonly code: string; readonly company_id: number };
export type CheckedIntakeRow = {
  row: Row;
  building: string;
  unit: Unit;
  unit_type: string | null;
  occupied: boolean;
  lives: OccupantCells | null;
  problems: CellProblem<IntakeField>[];
  becomes: IntakeRowOutcome;
  /** The changes that the row makes to an existing unit. */
  update: UnitUpdate | null;
};
/** A building of the sheet: an existing property, or one to create. */
export type ImportedProperty = {
  name: string;
  known: ExistingProperty | null;
  meant: string | null;
  fresh: IntakeCheckInput['properties'][number] | null;
  rows: CheckedIntakeRow[];
};

const buildingOf = (row: Row): string => (row.cells.property ?? row.property).replace(/\s+/g, ' ').trim();

/** The properties with these names at which the caller has the permission. A name that two properties share is marked as ambiguous. */
export async function findExistingProperties(
  ctx: Ctx,
  company: number,
  names: readonly string[],
  permission: Permission,
): Promise<Map<string, ExistingProperty[]>> {
  const keys = [...new Set(names.map(toUnitNameKey))];
  const squeezed = sql<string>`lower(regexp_replace(property.name, '\\s', '', 'g'))`;
  const rows = await from(ctx, 'property')
    .select(['property.id', 'property.code', 'property.company_id', squeezed.as('key')])
    .where('property.archived_at', 'is', null)
    .where('property.company_id', '=', company)
    .where(mayChange('property', ctx.me, permission))
    .where(squeezed, 'in', keys)
    .orderBy('property.id')
    .execute();
  return Map.groupBy(rows, (row) => row.key);
}

/** The names of the owner's properties at which the caller has the permission, to recognise other spellings in a sheet. */
export const readIntakePropertyNames = async (ctx: Ctx, company: number, permission: Permission): Promise<string[]> =>
  (
    await from(ctx, 'property')
      .select('property.name')
      .where('property.archived_at', 'is', null)
      .where('property.company_id', '=', company)
      .where(mayChange('property', ctx.me, permission))
      .orderBy('property.id')
      .limit(2000)
      .execute()
  ).map(({ name }) => name);

export type IntakeCheckData = {
  readonly holder: { readonly id: number; readonly name: string };
  readonly types: Types;
  readonly known: ReadonlyMap<string, readonly ExistingProperty[]>;
  readonly buildings: ReadonlyMap<string, ImportedProperty>;
  readonly there: ReadonlyMap<string, There>;
  /** The unit names already read, by building. */
  readonly seen: ReadonlyMap<string, ReturnType<typeof namesSeen>>;
};

/** Existing properties are locked in the order of their ids before their units are read. */
export async function lockIntakeCheckData(ctx: Ctx, given: IntakeCheckInput): Promise<IntakeCheckData> {
  const holder = await resolveOwnerCompany(ctx, given.company_id);
  if (!holder) throw invalidInputRefusal({ company_id: m.property_problem_company() });
  // Sheets of one owner are imported one after the other, because two concurrent imports would each create a property with the same name.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`intake-holder:${holder.id}`}, 0))`.execute(ctx.db);
  const types = await readUnitTypes(ctx);
  if (given.unit_type_id !== undefined && !types.some((one) => one.id === given.unit_type_id))
    throw invalidInputRefusal({ unit_type_id: m.unit_problem_type() });
  if ((given.as_of ?? '') > clock.today()) throw invalidInputRefusal({ as_of: m.intake_problem_as_of() });
  const names = new Map(given.rows.map((row) => [toUnitNameKey(buildingOf(row)), buildingOf(row)]));
  const known = await findExistingProperties(ctx, holder.id, [...names.values()], 'units.create');
  const fresh = new Map(given.properties.map((one) => [toUnitNameKey(one.name), one]));
  const there = new Map<string, There>();
  const held = [...known].flatMap(([key, [property]]) => (property ? [{ key, property }] : []));
  for (const { key, property } of held.sort((a, b) => a.property.id - b.property.id)) {
    await lockEditableProperty(ctx, property.id, 'units.create');
    if (given.existing === 'update') await lockEditableProperty(ctx, property.id, 'units.edit');
    there.set(key, await thereIn(ctx, property.id, given.existing === 'update'));
  }
  const all = [...names.keys()].some((key) => !known.has(key)) ? await readIntakePropertyNames(ctx, holder.id, 'units.create') : [];
  const buildings = new Map(
    [...names].map(([key, name]): [string, ImportedProperty] => {
      const known_ = known.get(key)?.[0] ?? null;
      return [
        key,
        { name, known: known_, meant: known_ ? null : findClosestName(name, all), fresh: known_ ? null : (fresh.get(key) ?? null), rows: [] },
      ];
    }),
  );
  return { holder, types, known, buildings, there, seen: new Map([...names.keys()].map((key) => [key, namesSeen()])) };
}

/** The units of a property with their occupants, and whether the caller may change the occupants. */
type There = { readonly units: ReadonlyMap<string, UnitRow>; readonly lived: ReadonlyMap<number, CurrentOccupancy>; readonly tenants: boolean };
async function thereIn(ctx: Ctx, propertyId: number, toUpdate: boolean): Promise<There> {
  const units = await readUnitsByName(ctx, propertyId);
  if (!toUpdate) return { units, lived: new Map(), tenants: false };
  const may = await from(ctx, 'property')
    .select('property.id')
    .where('property.id', '=', propertyId)
    .where(mayChange('property', ctx.me, 'tenants.read'))
    .where(mayChange('property', ctx.me, 'tenants.edit'))
    .executeTakeFirst();
  const rows = await unscopedTable(ctx.db, 'occupant', 'rows of a property that the caller works on, shown only to authorised people')
    .select()
    .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
    .select(['occupant.id', 'occupant.unit_id', 'name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'occupant.taken_up_at'])
    .select(['opening_balance.cents as owed', 'as_of', 'opening_balance.taken_up_at as posted_at'])
    .where('occupant.property_id', '=', propertyId)
    .where('ended_at', 'is', null)
    .execute();
  return {
    units,
    lived: new Map(rows.map(({ owed, ...row }) => [row.unit_id, { ...row, balance_cents: owed === null ? null : toCents(owed) }])),
    tenants: may !== undefined,
  };
}

/** A unit name that appears twice in this sheet is an error, whether or not the unit exists. */
const namesSeen = () => {
  const taken = new Set<string>();
  return { has: (name: string) => taken.has(toUnitNameKey(name)), add: (name: string) => taken.add(toUnitNameKey(name)) };
};

function whyNoBuilding(name: string, known: number): Sentence | null {
  if (name.length < 2) return m.unit_cell_missing();
  return known > 1 ? m.intake_cell_two_properties() : null;
}

export function checkIntakeRow(
  row: Row,
  { types, known, buildings, there: at, seen }: IntakeCheckData,
  given: IntakeCheckInput,
  ctx: Ctx,
): CheckedIntakeRow {
  const key = toUnitNameKey(buildingOf(row));
  const judged = judgeUnit(ctx, row, types, given, seen.get(key) ?? namesSeen(), at.get(key));
  const building = buildings.get(key);
  const wrong = whyNoBuilding(building?.name ?? '', known.get(key)?.length ?? 0);
  if (wrong) {
    judged.problems.unshift({ field: 'property', problem: wrong, text: buildingOf(row).slice(0, 80) });
    judged.becomes = 'wrong';
  }
  building?.rows.push(judged);
  return judged;
}

function judgeUnit(
  ctx: Ctx,
  row: Row,
  types: Types,
  given: IntakeCheckInput,
  seen: Parameters<typeof parseUnitRow>[3],
  there: There | undefined,
): CheckedIntakeRow {
  const reader = makeRowReader<IntakeField>((field) => row.cells[field] ?? '');
  const { text, problems, wrong } = reader;
  const { unit, type, occupied } = parseUnitRow(reader, types, given.unit_type_id, seen);
  const old = there?.units.get(toUnitNameKey(unit.name)) ?? null;
  const said = readPeople(reader, occupied);
  const { name, phone, since, deposit_held_cents, balance_cents } = said;
  const lives = name === '' ? null : { name, phone, since, deposit_held_cents, balance_cents: balance_cents || null };
  const base = { row, building: buildingOf(row), unit, unit_type: type?.name ?? null, lives, occupied: name !== '' || (occupied ?? false) };
  if (old && given.existing === 'leave') return { ...base, problems: [], becomes: 'there', update: null };
  if (old && there) {
    // The field is required only for a new unit.
    const own = problems.filter(({ field }) => field !== 'unit_type' || !isBlank(text('unit_type')));
    const lived = there.lived.get(old.id) ?? null;
    const { update, wrong: more } = checkUnitUpdate(ctx, { text, unit, said, old, types, lived, tenants: there.tenants });
    const all = [...own, ...more];
    return { ...base, problems: all, becomes: all.length > 0 ? 'wrong' : update.changes.length > 0 ? 'update' : 'same', update };
  }
  if (balance_cents && name === '') wrong('balance', m.intake_cell_balance_nobody());
  return { ...base, problems, becomes: problems.length > 0 ? 'wrong' : 'new', update: null };
}

/** Reads the occupant and the opening balance, each cell separately. */
function readPeople({ text, read, wrong }: RowReader<IntakeField>, occupied: boolean | null): OccupancyCells {
  const tenant = readTenantCell(text('tenant'));
  const name = tenant && 'name' in tenant ? tenant.name : '';
  if (name.length > 120) wrong('tenant', m.unit_cell_long({ most: 120 }));
  if (name !== '' && occupied === false) wrong('occupied', m.intake_cell_vacant_tenant());
  const number = isBlank(text('phone')) ? '' : findPhone(text('phone'));
  const phone = number === '' ? null : toE164(number);
  if (number !== '' && phone === null) wrong('phone', m.intake_cell_phone());
  const since = read('since', readStartDay);
  if (since !== null && since > clock.today()) wrong('since', m.intake_cell_since());
  const balance_cents = read('balance', readBalance);
  if (balance_cents !== null && Math.abs(balance_cents) > 10_000_000_000) wrong('balance', m.unit_cell_amount_large());
  const deposit_held_cents = read('deposit_held', readMoney);
  const lived = name !== '' ? true : (occupied ?? (tenant && 'vacant' in tenant ? false : null));
  return { name, phone, since, balance_cents, deposit_held_cents, occupied: lived };
}
