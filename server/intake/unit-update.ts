import { isBlank } from '#contract/importer/parsers.ts';
import type { IntakeChange } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import type { Cents } from '#contract/money/cents.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { listUnitMoves } from '#contract/unit/machine.ts';
import type { UnitTypeTerm } from '#contract/unit/readers.ts';
import { type CellProblem, makeRowReader } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { pickByLocale } from '#server/kernel/locale.ts';
import { type ParsedTraits, pickNonInheritedUnitTraits, type ReportedOccupancyMove, type UnitRow, type UnitTraits } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import type { OccupancyCells, OccupantCells } from './occupancy-cells.ts';

/** The current occupant of a unit, and the parts that a tenancy now controls, so that a sheet cannot change them. */
export type CurrentOccupancy = Omit<OccupantCells, 'name'> & {
  readonly id: number;
  readonly name: string;
  readonly unit_id: number;
  readonly rent_cents: Cents | null;
  readonly as_of: string | null;
  readonly taken_up_at: Date | null;
  readonly posted_at: Date | null;
};
type People = Partial<Pick<CurrentOccupancy, 'phone' | 'since' | 'deposit_held_cents' | 'balance_cents'>>;
/** The changes that a row makes to an existing unit: values, occupancy and occupants. */
export type UnitUpdate = {
  readonly old: UnitRow;
  readonly next: UnitTraits;
  readonly move: ReportedOccupancyMove | null;
  /** The occupant who leaves, the new occupant, or the changes to the current one. */
  readonly people: {
    readonly ended: CurrentOccupancy | null;
    readonly made: OccupantCells | null;
    readonly changed: (People & { readonly of: CurrentOccupancy }) | null;
  };
  readonly changes: readonly IntakeChange[];
};
type Given = {
  readonly text: (field: IntakeField) => string;
  readonly unit: ParsedTraits;
  readonly said: OccupancyCells;
  readonly old: UnitRow;
  readonly types: readonly UnitTypeTerm[];
  readonly lived: CurrentOccupancy | null;
  readonly tenants: boolean;
};

/** Maps the fields of a row to the columns of the unit. */
const columns = {
  block: 'block',
  floor: 'floor',
  bedrooms: 'bedrooms',
  bathrooms: 'bathrooms',
  area_m2: 'area_m2',
  rent: 'rent_cents',
  deposit: 'deposit_cents',
  service_charge: 'service_charge_cents',
  furnished: 'furnished',
  available_from: 'available_from',
  keys_count: 'keys_count',
  notes: 'notes',
} as const satisfies Partial<Record<IntakeField, keyof UnitTraits>>;
const meterFields = { water_meter: 'water', electricity_meter: 'electricity' } as const;
type Meters = readonly { readonly kind: string; readonly number: string }[];
const peopleFields = ['phone', 'since', 'deposit_held', 'balance'] as const;

/** Only filled cells change values. Each change includes the current value. */
export function checkUnitUpdate(ctx: Pick<Ctx, 'me'>, given: Given): { update: UnitUpdate; wrong: CellProblem<IntakeField>[] } {
  const { text, old, said, lived } = given;
  const { wrong: refuse, problems: wrong } = makeRowReader(text);
  const { next, changes } = unitChanges(given);
  const occupied = old.status === 'occupied';
  const about = peopleFields.filter((field) => !isBlank(text(field)));
  const nobody = { ended: null, made: null, changed: null };
  let move: ReportedOccupancyMove | null = null;
  if (said.occupied !== null && said.occupied !== occupied) {
    move = said.occupied ? 'occupy_said' : 'vacate_said';
    const field = said.name === '' && isBlank(text('tenant')) ? 'occupied' : 'tenant';
    // A unit cannot be set back to "on hold" by a move, so the import could not be undone and the row is rejected.
    if (old.status === 'onhold' || !listUnitMoves(old, ctx.me.role).includes(move)) refuse(field, m.intake_cell_state());
    changes.push({ field: 'occupied', from: occupied, to: said.occupied });
  }
  const named = said.name !== '';
  if (!named && !lived && said.balance_cents) refuse('balance', m.intake_cell_balance_nobody());
  const concerned = named ? 'tenant' : lived ? about[0] : undefined;
  if (said.occupied === false) {
    if (said.balance_cents) refuse('balance', m.intake_cell_balance_nobody());
    if (lived?.taken_up_at) refuse('tenant', m.intake_cell_state());
    return { update: { old, next, move, people: { ...nobody, ended: move ? lived : null }, changes }, wrong };
  }
  if (concerned === undefined) return { update: { old, next, move, people: nobody, changes }, wrong };
  if (!given.tenants) refuse(concerned, m.intake_cell_not_yours());
  else if (lived?.taken_up_at || (lived?.posted_at && about.includes('balance'))) refuse(concerned, m.intake_cell_state());
  if (wrong.length > 0) return { update: { old, next, move, people: nobody, changes: [] }, wrong };
  const { name, phone, since, deposit_held_cents, balance_cents } = said;
  const owes = balance_cents || null;
  if (named && (!lived || toUnitNameKey(lived.name) !== toUnitNameKey(name))) {
    const made = { name, phone, since, deposit_held_cents, balance_cents: owes };
    changes.push({ field: 'tenant', from: lived?.name ?? null, to: name }, ...peopleChanges({}, made));
    return { update: { old, next, move, people: { ended: lived, made, changed: null }, changes }, wrong };
  }
  if (!lived) return { update: { old, next, move, people: nobody, changes }, wrong };
  const told: People = {
    ...(phone === null ? {} : { phone }),
    ...(since === null ? {} : { since }),
    ...(deposit_held_cents === null ? {} : { deposit_held_cents }),
    ...(balance_cents === null ? {} : { balance_cents: owes }),
  };
  const different = Object.fromEntries(Object.entries(told).filter(([key, value]) => value !== lived[key as keyof People])) as People;
  changes.push(...peopleChanges(lived, different));
  const changed = Object.keys(different).length === 0 ? null : { ...different, of: lived };
  return { update: { old, next, move, people: { ...nobody, changed }, changes }, wrong };
}

const peopleColumns = { phone: 'phone', since: 'since', deposit_held: 'deposit_held_cents', balance: 'balance_cents' } as const;
const peopleChanges = (was: People, now: People): IntakeChange[] =>
  peopleFields.flatMap((field) => {
    const [from, to] = [was[peopleColumns[field]] ?? null, now[peopleColumns[field]] ?? null];
    return !(peopleColumns[field] in now) || from === to ? [] : [{ field, from, to }];
  });

function unitChanges({ text, unit, old, types }: Given): { next: UnitTraits; changes: IntakeChange[] } {
  const next: UnitTraits = { ...pickNonInheritedUnitTraits(old) };
  const changes: IntakeChange[] = [];
  const put = <C extends keyof UnitTraits>(
    field: IntakeField,
    column: C,
    value: UnitTraits[C],
    from: IntakeChange['from'],
    to: IntakeChange['to'],
  ) => {
    next[column] = value;
    changes.push({ field, from, to });
  };
  if (!isBlank(text('unit_type')) && unit.unit_type_id !== null && unit.unit_type_id !== old.unit_type_id)
    put('unit_type', 'unit_type_id', unit.unit_type_id, wordOf(types, old.unit_type_id), wordOf(types, unit.unit_type_id));
  for (const [field, column] of Object.entries(columns) as [keyof typeof columns, (typeof columns)[keyof typeof columns]][])
    if (!isBlank(text(field)) && unit[column] !== null && unit[column] !== old[column]) put(field, column, unit[column], old[column], unit[column]);
  for (const [field, kind] of Object.entries(meterFields) as [keyof typeof meterFields, string][]) {
    const [now, was] = [numberOf(unit, kind), numberOf(old, kind)];
    if (isBlank(text(field)) || now === null || now === was) continue;
    const kept = next.meters as Meters;
    const at = kept.findIndex((one) => one.kind === kind);
    put(field, 'meters', at < 0 ? [...kept, { kind, number: now }] : kept.with(at, { kind, number: now }), was, now);
  }
  return { next, changes };
}

const numberOf = ({ meters }: { meters: unknown }, kind: string) => (meters as Meters).find((one) => one.kind === kind)?.number ?? null;
const wordOf = (types: readonly UnitTypeTerm[], id: number): string | null => {
  const word = types.find((one) => one.id === id);
  return word ? pickByLocale(word.name, word.name_sw) : null;
};
