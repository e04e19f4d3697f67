import { reconciliationSources } from '#contract/bank-statement/kinds.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import {
  accountComparisons,
  type ClientMoneyLine,
  certificateResults,
  clientMoneyHeldLines,
  clientMoneyOwedLines,
  monthChecklistKeys,
  worksheetStates,
} from './kinds.ts';

export const worksheetStateLabels = labels('accounting_state', worksheetStates);
export const clientMoneyLineLabels: LabelMap<ClientMoneyLine> = labels('accounting_line', [...clientMoneyHeldLines, ...clientMoneyOwedLines]);
export const monthChecklistLabels = labels('accounting_check', monthChecklistKeys);
export const balanceSourceLabels = labels('accounting_source', reconciliationSources);
export const accountComparisonLabels = labels('accounting_account', accountComparisons);
export const certificateResultLabels = labels('accounting_result', certificateResults);
