import { m } from '#words/messages.js';
import type { Financing } from './terms.ts';

/** What the words of a bid are called, on papers and on screens. */
export const financingNames: Readonly<Record<Financing, () => string>> = {
  cash: m.bid_financing_cash,
  mortgage: m.bid_financing_mortgage,
  sacco: m.bid_financing_sacco,
  other: m.bid_financing_other,
};
