import { m } from '#words/messages.js';
import type { CycleStatus, MeterKind, MeterStatus, PurchaseSource, QueryStatus, ReadingFlag, ReadingStatus, TaxCode } from './kinds.ts';
import type { Fault } from './use.ts';

type Names<K extends string> = Readonly<Record<K, () => string>>;
export const kindNames: Names<MeterKind> = { water: m.meter_kind_water, power: m.meter_kind_power, gas: m.meter_kind_gas, heat: m.meter_kind_heat };
export const statusNames: Names<MeterStatus> = {
  active: m.meter_status_active,
  replaced: m.meter_status_replaced,
  archived: m.meter_status_archived,
};
export const readingNames: Names<ReadingStatus> = {
  submitted: m.meter_reading_submitted,
  accepted: m.meter_reading_accepted,
  rejected: m.meter_reading_rejected,
  estimated: m.meter_reading_estimated,
};
export const flagNames: Names<ReadingFlag> = {
  lower: m.meter_flag_lower,
  high: m.meter_flag_high,
  zero: m.meter_flag_zero,
  rollover: m.meter_flag_rollover,
};
export const cycleNames: Names<CycleStatus> = { open: m.meter_cycle_open, review: m.meter_cycle_review, locked: m.meter_cycle_locked };
export const queryNames: Names<QueryStatus> = {
  open: m.meter_query_open,
  stands: m.meter_query_stands,
  corrected: m.meter_query_corrected,
  withdrawn: m.meter_query_withdrawn,
};
export const sourceNames: Names<PurchaseSource> = {
  county: m.meter_source_county,
  tanker: m.meter_source_tanker,
  borehole: m.meter_source_borehole,
  grid: m.meter_source_grid,
  generator: m.meter_source_generator,
  solar: m.meter_source_solar,
  bottle: m.meter_source_bottle,
  other: m.meter_source_other,
};
export const taxNames: Names<TaxCode> = { A: m.meter_tax_a, B: m.meter_tax_b, C: m.meter_tax_c, D: m.meter_tax_d, E: m.meter_tax_e };

/** What is wrong with a value, beside the field and from the server alike. */
export const faultText = (fault: Fault, about: { readonly value: string; readonly day: string }) =>
  ({
    future: () => m.meter_problem_future(),
    order: () => m.meter_problem_order({ day: about.day }),
    digits: () => m.meter_problem_digits(),
    lower: () => m.meter_problem_lower({ value: about.value, day: about.day }),
    above_next: () => m.meter_problem_above_next(),
    not_rolled: () => m.meter_problem_not_rolled({ value: about.value }),
  })[fault]();
