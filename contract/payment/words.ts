import type { PaymentFailureReason, PaymentMethod } from '#contract/collection/kinds.ts';
import { m } from '#words/messages.js';
import type { PaymentSummary } from './shapes.ts';

export const paymentMethodLabels: Readonly<Record<PaymentMethod, () => string>> = {
  stk: m.payment_how_stk,
  paybill: m.payment_how_paybill,
  mpesa: m.payment_how_mpesa,
  bank: m.payment_how_bank,
  cash: m.payment_how_cash,
  cheque: m.payment_how_cheque,
  wallet: m.payment_how_wallet,
};
export const paymentFailureReasonLabels: Readonly<Record<PaymentFailureReason, () => string>> = {
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
export const paymentStatusLabels: Readonly<Record<PaymentSummary['status'], () => string>> = {
  initiated: m.payments_status_initiated,
  pending: m.payments_status_pending,
  completed: m.payments_status_completed,
  failed: m.payments_status_failed,
  canceled: m.payments_status_canceled,
  unknown: m.payments_status_unknown,
  timed_out: m.payments_status_timed_out,
  reversed: m.payments_status_reversed,
};
/** Names what a pending payment needs: the payer's code for cash, else their phone. */
export const getPaymentStatusLabel = (status: PaymentSummary['status'], how: PaymentMethod): string =>
  status !== 'pending' ? paymentStatusLabels[status]() : how === 'cash' ? m.payments_status_code() : m.payments_status_phone();
export const paymentPurposeLabels: Readonly<Record<number, () => string>> = {
  1: m.payments_purpose_tenancy,
  2: m.payments_purpose_featured,
  4: m.payments_purpose_property_plan,
  5: m.payments_purpose_company_plan,
};
