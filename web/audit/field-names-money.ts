import { m } from '#words/messages.js';

/** What is logged of invoices, payments, featured places and the books. */
export const moneyFieldNames = {
  vat_cents: m.field_vat_cents,
  hold_until: m.field_hold_until,
  paid_by: m.field_paid_by,
  payment_id: m.field_payment_id,
  started_on: m.field_started_on,
  earned_days: m.field_earned_days,
  earned_cents: m.field_earned_cents,
  returned_cents: m.field_returned_cents,
  returned_vat_cents: m.field_returned_vat_cents,
  reversed_at: m.field_reversed_at,
  approval: m.field_approval,
  refund: m.field_refund,
  contains: m.field_contains,
  act: m.field_act,
  payments: m.field_payments,
  closed: m.field_closed,
  ok: m.field_ok,
  money_mode: m.field_money_mode,
  disputed: m.field_disputed,
  late_fees: m.field_late_fees,
  late_fee_steps: m.field_late_fee_steps,
  total_cents: m.field_total_cents,
  left_out: m.field_left_out,
  invoices: m.field_invoices,
} as const;
