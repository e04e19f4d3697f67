import { m } from '#words/messages.js';
import type { FailureReason, How } from './kinds.ts';

export const howWords: Readonly<Record<How, () => string>> = {
  stk: m.payment_how_stk,
  paybill: m.payment_how_paybill,
  mpesa: m.payment_how_mpesa,
  bank: m.payment_how_bank,
  cash: m.payment_how_cash,
  cheque: m.payment_how_cheque,
  wallet: m.payment_how_wallet,
};
export const failureWords: Readonly<Record<FailureReason, () => string>> = {
  balance: m.payment_why_balance,
  canceled: m.payment_why_canceled,
  pin: m.payment_why_pin,
  expired: m.payment_why_expired,
  unreachable: m.payment_why_unreachable,
  limit: m.payment_why_limit,
  refused: m.payment_why_refused,
  away: m.payment_why_away,
  other: m.payment_why_other,
};
