import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import {
  type MeterTaxCode,
  meterCycleStatuses,
  meterKinds,
  meterQueryStatuses,
  meterReadingFlags,
  meterReadingStatuses,
  meterStatuses,
  utilityPurchaseSources,
} from './kinds.ts';

export const meterKindNames = labels('meter_kind', meterKinds);
export const meterStatusNames = labels('meter_status', meterStatuses);
export const readingStatusNames = labels('meter_reading', meterReadingStatuses);
export const readingFlagNames = labels('meter_flag', meterReadingFlags);
export const cycleStatusNames = labels('meter_cycle', meterCycleStatuses);
export const queryStatusNames = labels('meter_query', meterQueryStatuses);
export const purchaseSourceNames = labels('meter_source', utilityPurchaseSources);
export const meterTaxNames: LabelMap<MeterTaxCode> = { A: m.meter_tax_a, B: m.meter_tax_b, C: m.meter_tax_c, D: m.meter_tax_d, E: m.meter_tax_e };
