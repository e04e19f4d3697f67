import { wholeShillings } from '#contract/money/cents.ts';

const wholeBp = 10_000;
/**
 * The amount of an invoice that one of several payers still owes: their share of the total less what they paid, in whole shillings, and at most what
 * is open.
 */
export const remainingShare = (
  { asked, open, paid }: { readonly asked: number; readonly open: number; readonly paid: number },
  bp: number,
): number => (bp >= wholeBp ? open : Math.min(open, Math.max(0, wholeShillings(asked, bp, wholeBp) - paid)));
