import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { cycleStatuses, meterKinds, meterStatuses, purchaseSources, queryStatuses, readingFlags, readingStatuses, type TaxCode } from './kinds.ts';

export const kindNames = labels('meter_kind', meterKinds);
export const statusNames = labels('meter_status', meterStatuses);
export const readingNames = labels('meter_reading', readingStatuses);
export const flagNames = labels('meter_flag', readingFlags);
export const cycleNames = labels('meter_cycle', cycleStatuses);
export const queryNames = labels('meter_query', queryStatuses);
export const sourceNames = labels('meter_source', purchaseSources);
export const taxNames: LabelMap<TaxCode> = { A: m.meter_tax_a, B: m.meter_tax_b, C: m.meter_tax_c, D: m.meter_tax_d, E: m.meter_tax_e };
