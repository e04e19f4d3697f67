import { readCount, readDay, readMoney } from '#contract/importer/parsers.ts';
import { type UnitField, unitFields } from '#contract/unit/kinds.ts';
import { readArea, readFloor, readFurnishingKind, readOccupancy, readUnitType, type UnitTypeTerm } from '#contract/unit/readers.ts';
import type { RowReader } from '#server/importer/service.ts';
import { m } from '#words/messages.js';
import type { UnitTraits } from './rows.ts';

/** A row may lack its type: for a new unit that is a problem, an existing unit keeps its type. */
export type ParsedTraits = Omit<UnitTraits, 'unit_type_id'> & { unit_type_id: number | null };
export type ParsedUnit = { unit: ParsedTraits; type: UnitTypeTerm | null; occupied: boolean | null };
type Taken = { has: (name: string) => boolean; add: (name: string) => unknown };

/** Reads the unit of one row and records its problems in the reader. A valid name counts as taken for the rows after it. */
export function parseUnitRow<F extends string>(
  { read, short, wrong, problems }: RowReader<F | UnitField>,
  types: readonly UnitTypeTerm[],
  fallback: number | undefined,
  taken: Taken,
): ParsedUnit {
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
  const unit: ParsedTraits = {
    name,
    block,
    floor: read('floor', readFloor),
    unit_type_id: type?.id ?? null,
    bedrooms: read('bedrooms', (cell) => readCount(cell, 0, 20)) ?? type?.bedrooms ?? 0,
    bathrooms: read('bathrooms', (cell) => readCount(cell, 0, 20)) ?? 0,
    area_m2: read('area_m2', readArea),
    rent_cents: read('rent', readMoney),
    deposit_cents: read('deposit', readMoney),
    service_charge_cents: read('service_charge', readMoney),
    water_source: null,
    power_type: null,
    furnished: read('furnished', readFurnishingKind) ?? 'unfurnished',
    amenities: [],
    meters: [...meter('water', 'water_meter'), ...meter('electricity', 'electricity_meter')],
    keys_count: read('keys_count', (cell) => readCount(cell, 0, 100)) ?? 0,
    available_from: read('available_from', readDay),
    notes: short('notes', 4000),
  };
  const occupied = read('occupied', readOccupancy);
  const rank = ({ field }: { field: string }) => (unitFields as readonly string[]).indexOf(field);
  problems.sort((a, b) => rank(a) - rank(b));
  return { unit, type, occupied };
}
