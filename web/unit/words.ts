import { type Furnishing, type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { MeterKind, UnitField, UnitMismatch } from '#contract/unit/kinds.ts';
import type { UnitMove } from '#contract/unit/machine.ts';
import { kes } from '#web/ui/format.ts';
import { statusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const statuses = (Object.keys(unitStatuses) as UnitStatus[]).map((word) => unitStatuses[word]);
export const statusName = (status: number): string => statusLabel('unit', status);

const signs: Readonly<Record<UnitStatus, () => string>> = {
  vacant: m.unit_sign_vacant,
  ordered: m.unit_sign_ordered,
  occupied: m.unit_sign_occupied,
  maintenance: m.unit_sign_maintenance,
  onhold: m.unit_sign_hold,
  stall: m.unit_sign_stall,
};
/** One letter for a status, for where there is no room for its word. */
export const signOf = (status: number): string => {
  const word = (Object.keys(unitStatuses) as UnitStatus[]).find((one) => unitStatuses[one] === status);
  return word ? signs[word]() : '';
};

/** What a move is called, asks and says will happen. */
export const moveWords: Readonly<
  Record<UnitMove, { verb: () => string; asks: (given: { name: string }) => string; tells: () => string; danger?: true }>
> = {
  occupy_said: { verb: m.unit_occupy_said, asks: m.unit_occupy_said_title, tells: m.unit_occupy_said_text },
  vacate_said: { verb: m.unit_vacate_said, asks: m.unit_vacate_said_title, tells: m.unit_vacate_said_text },
  hold: { verb: m.unit_hold, asks: m.unit_hold_title, tells: m.unit_hold_text },
  release: { verb: m.unit_release, asks: m.unit_release_title, tells: m.unit_release_text },
  start_maintenance: { verb: m.unit_start_maintenance, asks: m.unit_start_maintenance_title, tells: m.unit_start_maintenance_text },
  end_maintenance: { verb: m.unit_end_maintenance, asks: m.unit_end_maintenance_title, tells: m.unit_end_maintenance_text },
  stall: { verb: m.unit_stall, asks: m.unit_stall_title, tells: m.unit_stall_text, danger: true },
  unstall: { verb: m.unit_unstall, asks: m.unit_unstall_title, tells: m.unit_unstall_text },
};

export const furnishingNames: Readonly<Record<Furnishing, () => string>> = {
  unfurnished: m.unit_unfurnished,
  semi: m.unit_semi_furnished,
  furnished: m.unit_furnished_fully,
};

export const meterNames: Readonly<Record<MeterKind, () => string>> = {
  water: m.unit_meter_water,
  electricity: m.unit_meter_electricity,
  gas: m.unit_meter_gas,
};

/** What somebody owes (+) or has paid ahead (−), in words. */
export const owedText = (cents: number): string => (cents > 0 ? m.intake_owed : m.intake_ahead)({ amount: kes(Math.abs(cents)) });

/** What a column of a file may hold, as people call it. */
export const fieldNames: Readonly<Record<UnitField, () => string>> = {
  name: m.unit_name,
  block: m.unit_block,
  floor: m.unit_floor,
  unit_type: m.unit_type,
  bedrooms: m.unit_bedrooms,
  bathrooms: m.unit_bathrooms,
  area_m2: m.unit_area,
  rent: m.unit_rent,
  deposit: m.unit_deposit,
  service_charge: m.unit_service_charge,
  furnished: m.unit_furnishing,
  available_from: m.unit_available_from,
  water_meter: m.unit_meter_water,
  electricity_meter: m.unit_meter_electricity,
  keys_count: m.unit_keys,
  occupied: m.unit_occupied_field,
  notes: m.unit_notes,
};

/** What does not fit, as a filter is called. */
export const mismatchNames: Readonly<Record<UnitMismatch, () => string>> = {
  works_overdue: m.unit_mismatch_name_works,
  hold_overdue: m.unit_mismatch_name_hold,
  vacant_unlisted: m.unit_mismatch_name_unlisted,
  rent_differs: m.unit_mismatch_name_rent,
  offered_taken: m.unit_mismatch_name_taken,
  no_tenancy: m.unit_mismatch_name_no_tenancy,
  start_passed: m.unit_mismatch_name_start,
  term_over: m.unit_mismatch_name_term,
  not_gone: m.unit_mismatch_name_gone,
};
