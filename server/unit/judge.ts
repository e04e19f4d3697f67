import { type UnitField, unitFields } from '#contract/unit/kinds.ts';
import {
  type Read,
  readArea,
  readCount,
  readDay,
  readFloor,
  readFurnished,
  readMoney,
  readOccupied,
  readUnitType,
  type UnitWord,
} from '#contract/unit/readers.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import type { Traits } from './rows.ts';

export type CellProblem<F extends string = UnitField> = {
  field: F;
  problem: Sentence;
  text: string;
  /** A known name that was almost written. */
  meant?: string | undefined;
  /** It may be right: whoever brings the sheet says so. */
  look?: true | undefined;
};
export type ReadUnit = { unit: Traits; type: UnitWord | null; occupied: boolean | null; problems: CellProblem[] };
type Taken = { has: (name: string) => boolean; add: (name: string) => unknown };

/** Reads one line of a table: what unit it becomes, and everything that is wrong with it. A good name is taken from then on. */
export function readUnit(text: (field: UnitField) => string, types: readonly UnitWord[], fallback: number | undefined, taken: Taken): ReadUnit {
  const problems: CellProblem[] = [];
  const wrong = (field: UnitField, problem: Sentence) => problems.push({ field, problem, text: text(field).slice(0, 80) });
  const read = <T>(field: UnitField, reader: (given: string) => Read<T>): T | null => {
    const answer = reader(text(field));
    if ('value' in answer) return answer.value;
    wrong(field, answer.problem);
    return null;
  };
  const short = (field: UnitField, most: number) => {
    const words = text(field).trim();
    if (words.length > most) wrong(field, m.unit_cell_long({ most }));
    return words.slice(0, most);
  };
  const [name, block] = [short('name', 60), short('block', 40)];
  if (name === '') wrong('name', m.unit_cell_missing());
  else if (taken.has(name)) wrong('name', m.unit_cell_taken());
  else taken.add(name);
  const type = read('unit_type', (cell) => readUnitType(cell, types)) ?? types.find((one) => one.id === fallback) ?? null;
  if (!type && !problems.some((one) => one.field === 'unit_type')) wrong('unit_type', m.unit_cell_missing());
  const meter = (kind: 'water' | 'electricity', field: 'water_meter' | 'electricity_meter') => {
    const number = short(field, 40);
    return number === '' ? [] : [{ kind, number }];
  };
  const unit: Traits = {
    name,
    block,
    floor: read('floor', readFloor),
    unit_type_id: type?.id ?? 0,
    bedrooms: read('bedrooms', (cell) => readCount(cell, 0, 20)) ?? type?.bedrooms ?? 0,
    bathrooms: read('bathrooms', (cell) => readCount(cell, 0, 20)) ?? 0,
    area_m2: read('area_m2', readArea),
    rent_cents: read('rent', readMoney),
    deposit_cents: read('deposit', readMoney),
    service_charge_cents: read('service_charge', readMoney),
    water_source: null,
    power_type: null,
    furnished: read('furnished', readFurnished) ?? 'unfurnished',
    amenities: [],
    meters: [...meter('water', 'water_meter'), ...meter('electricity', 'electricity_meter')],
    keys_count: read('keys_count', (cell) => readCount(cell, 0, 100)) ?? 0,
    available_from: read('available_from', readDay),
    notes: short('notes', 4000),
  };
  const occupied = read('occupied', readOccupied);
  problems.sort((a, b) => unitFields.indexOf(a.field) - unitFields.indexOf(b.field));
  return { unit, type, occupied, problems };
}
