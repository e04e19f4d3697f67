import { prorateToWholeShillings } from '#contract/money/cents.ts';

const wholeBp = 10_000;
/**
 * The balance due of one of several payers of an invoice: their share of the total less their payments, in whole shillings, and at most the open
 * amount.
 */
export const calculateRemainingShare = (
  { asked, open, paid }: { readonly asked: number; readonly open: number; readonly paid: number },
  bp: number,
): number => (bp >= wholeBp ? open : Math.min(open, Math.max(0, prorateToWholeShillings(asked, bp, wholeBp) - paid)));
