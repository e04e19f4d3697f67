import { m } from '#words/messages.js';

const names: Readonly<Record<string, () => string>> = {
  open_invoices_are_owed: m.ledger_proof_open_invoices_are_owed,
  invoice_lines_make_totals: m.ledger_proof_invoice_lines_make_totals,
  suspense_is_unallocated: m.ledger_proof_suspense_is_unallocated,
  payments_are_allocations: m.ledger_proof_payments_are_allocations,
  credits_are_used_once: m.ledger_proof_credits_are_used_once,
  credits_are_there: m.ledger_proof_credits_are_there,
  given_back_is_returned: m.ledger_proof_given_back_is_returned,
  invoices_are_allocations: m.ledger_proof_invoices_are_allocations,
  receipts_are_booked: m.ledger_proof_receipts_are_booked,
  payments_are_credits: m.ledger_proof_payments_are_credits,
  refunds_are_given: m.ledger_proof_refunds_are_given,
  refunds_under_way: m.ledger_proof_refunds_under_way,
  refunds_are_sent: m.ledger_proof_refunds_are_sent,
  credit_moved_in: m.ledger_proof_credit_moved_in,
  held_until_moved_in: m.ledger_proof_held_until_moved_in,
  swept_under_way: m.ledger_proof_swept_under_way,
  billed_is_owed: m.ledger_proof_billed_is_owed,
  deposits_billed_is_owed: m.ledger_proof_deposits_billed_is_owed,
  between_funds: m.ledger_proof_between_funds,
  deposits_held: m.ledger_proof_deposits_held,
  memo_held: m.ledger_proof_memo_held,
  nothing_below_zero: m.ledger_proof_nothing_below_zero,
  featured: m.ledger_proof_featured,
  payouts_are_under_way: m.ledger_proof_payouts_are_under_way,
  cash_is_statement: m.ledger_proof_cash_is_statement,
  totals_are_entries: m.ledger_proof_totals_are_entries,
};
/** The label of a check. */
export const getLedgerCheckLabel = (name: string): string => names[name]?.() ?? name;
