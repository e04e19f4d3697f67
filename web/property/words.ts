import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { LateFeeKind, PaymentOrder, Supply, TaxProfile, UtilityCharge, UtilityName, VerificationNeed } from '#contract/property/kinds.ts';
import type { propertyMachine } from '#contract/property/machine.ts';
import type { Naming } from '#contract/property/naming.ts';
import type { PatternProblem } from '#contract/property/pattern.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type PropertyState = StateOf<typeof propertyMachine>;
export type PropertyMove = MoveOf<typeof propertyMachine>;

export const statusNames: Readonly<Record<PropertyState, { label: () => string; tone: Tone }>> = {
  draft: { label: m.property_status_draft, tone: 'neutral' },
  pending_verification: { label: m.property_status_pending, tone: 'wait' },
  verified: { label: m.property_status_verified, tone: 'good' },
  rejected: { label: m.property_status_rejected, tone: 'bad' },
  expired: { label: m.property_status_expired, tone: 'warn' },
};

export const lackNames: Readonly<Record<VerificationNeed, () => string>> = { units: m.property_lack_units, pin: m.property_lack_pin };
export const feeNames: Readonly<Record<LateFeeKind, () => string>> = {
  none: m.property_late_fee_none,
  fixed: m.property_late_fee_fixed,
  percent: m.property_late_fee_percent,
};
export const orderNames: Readonly<Record<PaymentOrder, () => string>> = { oldest_first: m.property_order_oldest, rent_first: m.property_order_rent };
export const taxNames: Readonly<Record<TaxProfile, () => string>> = {
  residential: m.property_tax_residential,
  commercial: m.property_tax_commercial,
};
export const utilityLabels: Readonly<Record<UtilityName, () => string>> = {
  water: m.property_water,
  power: m.property_power,
  garbage: m.property_garbage,
  internet: m.property_internet,
};
export const supplyNames: Readonly<Record<Supply, () => string>> = {
  county: m.property_supply_county,
  borehole: m.property_supply_borehole,
  tank: m.property_supply_tank,
  bowser: m.property_supply_bowser,
  prepaid: m.property_supply_prepaid,
  postpaid: m.property_supply_postpaid,
  submeter: m.property_supply_submeter,
  solar: m.property_supply_solar,
  generator: m.property_supply_generator,
  private: m.property_supply_private,
  fibre: m.property_supply_fibre,
  wireless: m.property_supply_wireless,
};
export const chargeNames: Readonly<Record<UtilityCharge, () => string>> = {
  included: m.property_charge_included,
  fixed: m.property_charge_fixed,
  metered: m.property_charge_metered,
  direct: m.property_charge_direct,
};
export const rateNames: Readonly<Record<UtilityName, () => string>> = {
  water: m.property_rate_water,
  power: m.property_rate_power,
  garbage: m.property_rate_other,
  internet: m.property_rate_other,
};
export const patternWords: Readonly<Record<PatternProblem, () => string>> = {
  empty: m.property_pattern_empty,
  brace: m.property_pattern_brace,
  range: m.property_pattern_range,
  long: m.property_pattern_long,
  many: m.property_pattern_many,
  floors: m.property_pattern_floors,
  repeated: m.property_pattern_repeated,
};

/** How doors are called, by example. */
export const namingNames: Readonly<Record<Naming, () => string>> = {
  block_floor: m.property_naming_block_floor,
  block: m.property_naming_block,
  floor: m.property_naming_floor,
  floor_letter: m.property_naming_floor_letter,
  house: m.property_naming_house,
  own: m.property_naming_own,
};
