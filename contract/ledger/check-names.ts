import { m } from '#words/messages.js';

/** The payouts that a failed check stops: all, or those from the account that differs, if the check names one. */
export type LedgerCheckStop = 'all' | 'account';
type Check = { readonly name: () => string; readonly stops: LedgerCheckStop; readonly why: () => string };

/** A balance that a payee can withdraw may be wrong, whichever account pays it. */
const balances = (name: () => string): Check => ({ name, stops: 'all', why: m.ledger_stops_balances });
/** The entries themselves contradict each other, so no balance is certain. */
const entries = (name: () => string): Check => ({ name, stops: 'all', why: m.ledger_stops_entries });
/** The other accounts hold what the ledger says, so their payouts are covered. */
const account = (name: () => string): Check => ({ name, stops: 'account', why: m.ledger_stops_account });

/** Every ledger check with its label, and the reason for which payouts its failure stops. */
const checks: Readonly<Record<string, Check>> = {
  open_invoices_are_owed: balances(m.ledger_proof_open_invoices_are_owed),
  invoice_lines_make_totals: balances(m.ledger_proof_invoice_lines_make_totals),
  suspense_is_unallocated: balances(m.ledger_proof_suspense_is_unallocated),
  payments_are_allocations: balances(m.ledger_proof_payments_are_allocations),
  credits_are_used_once: balances(m.ledger_proof_credits_are_used_once),
  credits_are_there: balances(m.ledger_proof_credits_are_there),
  given_back_is_returned: balances(m.ledger_proof_given_back_is_returned),
  invoices_are_allocations: balances(m.ledger_proof_invoices_are_allocations),
  receipts_are_booked: balances(m.ledger_proof_receipts_are_booked),
  payments_are_credits: balances(m.ledger_proof_payments_are_credits),
  refunds_are_given: balances(m.ledger_proof_refunds_are_given),
  refunds_under_way: balances(m.ledger_proof_refunds_under_way),
  refunds_are_sent: balances(m.ledger_proof_refunds_are_sent),
  credit_moved_in: balances(m.ledger_proof_credit_moved_in),
  held_until_moved_in: balances(m.ledger_proof_held_until_moved_in),
  swept_under_way: entries(m.ledger_proof_swept_under_way),
  billed_is_owed: entries(m.ledger_proof_billed_is_owed),
  deposits_billed_is_owed: entries(m.ledger_proof_deposits_billed_is_owed),
  between_funds: entries(m.ledger_proof_between_funds),
  deposits_held: entries(m.ledger_proof_deposits_held),
  memo_held: entries(m.ledger_proof_memo_held),
  nothing_below_zero: account(m.ledger_proof_nothing_below_zero),
  featured: balances(m.ledger_proof_featured),
  payouts_are_under_way: balances(m.ledger_proof_payouts_are_under_way),
  cash_is_statement: account(m.ledger_proof_cash_is_statement),
  totals_are_entries: entries(m.ledger_proof_totals_are_entries),
};
/** The label of a check. */
export const getLedgerCheckLabel = (name: string): string => checks[name]?.name() ?? name;
/** A check without an entry stops all payouts. */
export const getLedgerCheckStop = (name: string): LedgerCheckStop => checks[name]?.stops ?? 'all';
export const getLedgerCheckStopReason = (name: string): string => (checks[name]?.why ?? m.ledger_stops_entries)();
export const ledgerCheckNames: readonly string[] = Object.keys(checks);
