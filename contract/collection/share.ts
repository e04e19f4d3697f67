import { wholeShillings } from '#contract/money/cents.ts';

const wholeBp = 10_000;
/** What of an invoice one of several still pays: their part of all that is asked, less what they paid, in whole shillings, and never more than is open. */
export const shareLeft = ({ asked, open, paid }: { readonly asked: number; readonly open: number; readonly paid: number }, bp: number): number =>
  bp >= wholeBp ? open : Math.min(open, Math.max(0, wholeShillings(asked, bp, wholeBp) - paid));
