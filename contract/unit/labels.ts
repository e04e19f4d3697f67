import { type FurnishingKind, unitStatuses } from '#contract/catalogue/kinds.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { type UnitField, type UnitMismatch, unitMeterKinds } from './kinds.ts';

export const unitStatusSigns = labels('unit_sign', unitStatuses, { onhold: m.unit_sign_hold });
export const unitFurnishingLabels: LabelMap<FurnishingKind> = {
  unfurnished: m.unit_unfurnished,
  semi: m.unit_semi_furnished,
  furnished: m.unit_furnished_fully,
};
export const unitMeterLabels = labels('unit_meter', unitMeterKinds);
/** Labels of the fields that a column can hold. */
export const unitFieldLabels: LabelMap<UnitField> = {
  ...labels('unit', ['name', 'block', 'floor', 'bedrooms', 'bathrooms', 'rent', 'deposit', 'service_charge', 'available_from', 'notes']),
  unit_type: m.unit_type,
  area_m2: m.unit_area,
  furnished: m.unit_furnishing,
  water_meter: m.unit_meter_water,
  electricity_meter: m.unit_meter_electricity,
  keys_count: m.unit_keys,
  occupied: m.unit_occupied_field,
};
/** Labels of the mismatch filters. */
export const unitMismatchLabels: LabelMap<UnitMismatch> = {
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
export const unitMismatchCountTexts: Readonly<Record<UnitMismatch, (given: { count: number }) => string>> = {
  works_overdue: m.unit_mismatch_works,
  hold_overdue: m.unit_mismatch_hold,
  vacant_unlisted: m.unit_mismatch_unlisted,
  rent_differs: m.unit_mismatch_rent,
  offered_taken: m.unit_mismatch_taken,
  no_tenancy: m.unit_mismatch_no_tenancy,
  start_passed: m.unit_mismatch_start,
  term_over: m.unit_mismatch_term,
  not_gone: m.unit_mismatch_gone,
};
