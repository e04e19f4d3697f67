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

export const meterKindLabels = labels('meter_kind', meterKinds);
export const meterStatusLabels = labels('meter_status', meterStatuses);
export const meterReadingStatusLabels = labels('meter_reading', meterReadingStatuses);
export const meterReadingFlagLabels = labels('meter_flag', meterReadingFlags);
export const meterCycleStatusLabels = labels('meter_cycle', meterCycleStatuses);
export const meterQueryStatusLabels = labels('meter_query', meterQueryStatuses);
export const utilityPurchaseSourceLabels = labels('meter_source', utilityPurchaseSources);
export const meterTaxCodeLabels: LabelMap<MeterTaxCode> = {
  A: m.meter_tax_a,
  B: m.meter_tax_b,
  C: m.meter_tax_c,
  D: m.meter_tax_d,
  E: m.meter_tax_e,
};
