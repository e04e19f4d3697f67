import type { PlatformFund } from '#contract/treasury/kinds.ts';
import { m } from '#words/messages.js';

/** Whose money an account of the platform holds. */
export const platformFundNames: Readonly<Record<PlatformFund, () => string>> = {
  C: m.payments_account_platform,
  D: m.payments_cash_fund_d,
  P: m.payments_cash_fund_p,
};
