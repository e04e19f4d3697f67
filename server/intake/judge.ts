import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import { isBlank, phoneIn, readBalance, readMoney, readSince } from '#contract/importer/parsers.ts';
import { almost } from '#contract/intake/almost.ts';
import type { intakeCalls } from '#contract/intake/calls.ts';
import type { IntakeField, RowFate } from '#contract/intake/kinds.ts';
import { readTenant } from '#contract/intake/readers.ts';
import type { Input } from '#contract/kernel/call.ts';
import { cents } from '#contract/money/cents.ts';
import { nameKey } from '#contract/property/pattern.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { type CellProblem, type RowReader, rowReader } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { holderFor } from '#server/property/service.ts';
import { namedUnits, propertyForWork, readUnit, type UnitRow, unitTypes } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { judgeUpdate, type Lived, type Update } from './change.ts';
import type { Lives, Said } from './said.ts';

export type Given = Input<(typeof intakeCalls)['check']>;
type Row = Given['rows'][number];
type Types = Parameters<typeof readUnit>[1];
type Unit = ReturnType<typeof readUnit>['unit'];
export type Known = { readonly id: number; readonly code: string; readonly company_id: number };
export type Judged = {
  row: Row;
  building: string;
  unit: Unit;
  unit_type: string | null;
  occupied: boolean;
  lives: Lives | null;
  problems: CellProblem<IntakeField>[];
  becomes: RowFate;
  /** Of a unit that is there, what the line changes. */
  update: Update | null;
};
/** A building of the sheet: one the caller has, or one to be made. */
export type Building = {
  name: string;
  known: Known | null;
  meant: string | null;
  fresh: Given['properties'][number] | null;
  rows: Judged[];
};

const buildingOf = (row: Row): string => (row.cells.property ?? row.property).replace(/\s+/g, ' ').trim();

/** The properties of these names the caller may do that at; a name that two of them have says which of neither. */
export async function knownOf(ctx: Ctx, company: number, names: readonly string[], permission: Permission): Promise<Map<string, Known[]>> {
  const keys = [...new Set(names.map(nameKey))];
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

/** The names of the holder's properties the caller may do that at, to be found again in a sheet that spells them otherwise. */
export const namesAt = async (ctx: Ctx, company: number, permission: Permission): Promise<string[]> =>
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

export type Shared = {
  readonly holder: { readonly id: number; readonly name: string };
  readonly types: Types;
  readonly known: ReadonlyMap<string, readonly Known[]>;
  readonly buildings: ReadonlyMap<string, Building>;
  readonly there: ReadonlyMap<string, There>;
  /** Names of units so far, by building. */
  readonly seen: ReadonlyMap<string, ReturnType<typeof namesSeen>>;
};

/** Properties that are known are locked, by id, before their units are looked at. */
export async function load(ctx: Ctx, given: Given): Promise<Shared> {
  const holder = await holderFor(ctx, given.company_id);
  if (!holder) throw invalid({ company_id: m.property_problem_company() });
  // One sheet of a holder after the other: two at once would each make a property of the same name.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`intake-holder:${holder.id}`}, 0))`.execute(ctx.db);
  const types = await unitTypes(ctx);
  if (given.unit_type_id !== undefined && !types.some((one) => one.id === given.unit_type_id)) throw invalid({ unit_type_id: m.unit_problem_type() });
  if ((given.as_of ?? '') > clock.today()) throw invalid({ as_of: m.intake_problem_as_of() });
  const names = new Map(given.rows.map((row) => [nameKey(buildingOf(row)), buildingOf(row)]));
  const known = await knownOf(ctx, holder.id, [...names.values()], 'units.create');
  const fresh = new Map(given.properties.map((one) => [nameKey(one.name), one]));
  const there = new Map<string, There>();
  const held = [...known].flatMap(([key, [property]]) => (property ? [{ key, property }] : []));
  for (const { key, property } of held.sort((a, b) => a.property.id - b.property.id)) {
    await propertyForWork(ctx, property.id, 'units.create');
    if (given.existing === 'update') await propertyForWork(ctx, property.id, 'units.edit');
    there.set(key, await thereIn(ctx, property.id, given.existing === 'update'));
  }
  const all = [...names.keys()].some((key) => !known.has(key)) ? await namesAt(ctx, holder.id, 'units.create') : [];
  const buildings = new Map(
    [...names].map(([key, name]): [string, Building] => {
      const known_ = known.get(key)?.[0] ?? null;
      return [key, { name, known: known_, meant: known_ ? null : almost(name, all), fresh: known_ ? null : (fresh.get(key) ?? null), rows: [] }];
    }),
  );
  return { holder, types, known, buildings, there, seen: new Map([...names.keys()].map((key) => [key, namesSeen()])) };
}

/** The units a property has, who lives in them, and whether that is the caller's to change. */
type There = { readonly units: ReadonlyMap<string, UnitRow>; readonly lived: ReadonlyMap<number, Lived>; readonly tenants: boolean };
async function thereIn(ctx: Ctx, propertyId: number, toUpdate: boolean): Promise<There> {
  const units = await namedUnits(ctx, propertyId);
  if (!toUpdate) return { units, lived: new Map(), tenants: false };
  const may = await from(ctx, 'property')
    .select('property.id')
    .where('property.id', '=', propertyId)
    .where(mayChange('property', ctx.me, 'tenants.read'))
    .where(mayChange('property', ctx.me, 'tenants.edit'))
    .executeTakeFirst();
  const rows = await everything(ctx.db, 'occupant', 'of a property the caller works on; told only to who may know')
    .select()
    .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
    .select(['occupant.id', 'occupant.unit_id', 'name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'occupant.taken_up_at'])
    .select(['opening_balance.cents as owed', 'as_of', 'opening_balance.taken_up_at as posted_at'])
    .where('occupant.property_id', '=', propertyId)
    .where('ended_at', 'is', null)
    .execute();
  return {
    units,
    lived: new Map(rows.map(({ owed, ...row }) => [row.unit_id, { ...row, balance_cents: owed === null ? null : cents(owed) }])),
    tenants: may !== undefined,
  };
}

/** The names of this sheet so far: what stands in it twice is a mistake, whatever is there. */
const namesSeen = () => {
  const taken = new Set<string>();
  return { has: (name: string) => taken.has(nameKey(name)), add: (name: string) => taken.add(nameKey(name)) };
};

function whyNoBuilding(name: string, known: number): Sentence | null {
  if (name.length < 2) return m.unit_cell_missing();
  return known > 1 ? m.intake_cell_two_properties() : null;
}

export function checkRow(row: Row, { types, known, buildings, there: at, seen }: Shared, given: Given, ctx: Ctx): Judged {
  const key = nameKey(buildingOf(row));
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

function judgeUnit(ctx: Ctx, row: Row, types: Types, given: Given, seen: Parameters<typeof readUnit>[3], there: There | undefined): Judged {
  const reader = rowReader<IntakeField>((field) => row.cells[field] ?? '');
  const { text, problems, wrong } = reader;
  const { unit, type, occupied } = readUnit(reader, types, given.unit_type_id, seen);
  const old = there?.units.get(nameKey(unit.name)) ?? null;
  const said = readPeople(reader, occupied);
  const { name, phone, since, deposit_held_cents, balance_cents } = said;
  const lives = name === '' ? null : { name, phone, since, deposit_held_cents, balance_cents: balance_cents || null };
  const base = { row, building: buildingOf(row), unit, unit_type: type?.name ?? null, lives, occupied: name !== '' || (occupied ?? false) };
  if (old && given.existing === 'leave') return { ...base, problems: [], becomes: 'there', update: null };
  if (old && there) {
    // What a line need not say of a unit that is there.
    const own = problems.filter(({ field }) => field !== 'unit_type' || !isBlank(text('unit_type')));
    const lived = there.lived.get(old.id) ?? null;
    const { update, wrong: more } = judgeUpdate(ctx, { text, unit, said, old, types, lived, tenants: there.tenants });
    const all = [...own, ...more];
    return { ...base, problems: all, becomes: all.length > 0 ? 'wrong' : update.changes.length > 0 ? 'update' : 'same', update };
  }
  if (balance_cents && name === '') wrong('balance', m.intake_cell_balance_nobody());
  return { ...base, problems, becomes: problems.length > 0 ? 'wrong' : 'new', update: null };
}

/** Who is said to live there and what they owe, each cell by itself. */
function readPeople({ text, read, wrong }: RowReader<IntakeField>, occupied: boolean | null): Said {
  const tenant = readTenant(text('tenant'));
  const name = tenant && 'name' in tenant ? tenant.name : '';
  if (name.length > 120) wrong('tenant', m.unit_cell_long({ most: 120 }));
  if (name !== '' && occupied === false) wrong('occupied', m.intake_cell_vacant_tenant());
  const number = isBlank(text('phone')) ? '' : phoneIn(text('phone'));
  const phone = number === '' ? null : toE164(number);
  if (number !== '' && phone === null) wrong('phone', m.intake_cell_phone());
  const since = read('since', readSince);
  if (since !== null && since > clock.today()) wrong('since', m.intake_cell_since());
  const balance_cents = read('balance', readBalance);
  if (balance_cents !== null && Math.abs(balance_cents) > 10_000_000_000) wrong('balance', m.unit_cell_amount_large());
  const deposit_held_cents = read('deposit_held', readMoney);
  const lived = name !== '' ? true : (occupied ?? (tenant && 'vacant' in tenant ? false : null));
  return { name, phone, since, balance_cents, deposit_held_cents, occupied: lived };
}
