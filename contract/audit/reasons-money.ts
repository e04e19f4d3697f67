import { m } from '#words/messages.js';
import { type AuditReasonPattern, translateAuditReason } from './reasons.ts';

/** Reasons that the payment and billing modules write into the audit log. */
export const moneyAuditReasons: Readonly<Record<string, () => string>> = {
  'matched by hand': m.reason_matched_by_hand,
  'an allocation was requested': m.reason_allocation_requested,
  'the payer was asked': m.reason_payer_asked,
  'an arrival is worked through again': m.reason_arrival_again,
  unreachable: m.reason_unreachable,
  'a rule for statements': m.reason_statement_rule,
  'the same statement was read again': m.reason_statement_again,
  'a statement was read': m.reason_statement_read,
  'cash paid into the bank': m.reason_cash_deposit,
  'the slip of a deposit': m.reason_deposit_slip,
  'the columns of a statement': m.reason_statement_columns,
  'brought in together': m.reason_brought_together,
  'a month was closed': m.reason_month_closed,
  'a month was reopened': m.reason_month_reopened,
  'the worksheet was opened': m.reason_worksheet_opened,
  'the certificate was opened': m.reason_certificate_opened,
  'the books were checked': m.reason_books_checked,
  'told again': m.reason_told_again,
  'the run goes on': m.reason_run_on,
  'taking it over goes on': m.reason_taking_on,
  'M-Pesa is asked what it knows': m.reason_mpesa_asked,
  'the bank’s answer was looked at, nothing booked': m.reason_answer_seen,
  'days that were not had': m.reason_days_not_had,
  'the payment was taken back': m.reason_payment_back,
};

const naming: readonly AuditReasonPattern[] = [
  [/^a message was pasted: (\w+)$/, (code) => m.reason_pasted({ code })],
  [/^M-Pesa (\w+)$/, (code) => m.reason_mpesa({ code })],
  [/^looked where ([\w-]+) goes$/, (code) => m.reason_looked_where({ code })],
  [/^evidence of ([\w-]+)$/, (code) => m.reason_evidence({ code })],
  [/^late fee on ([\w-]+)$/, (code) => m.reason_late_fee_on({ code })],
];

/** Translates any reason, payment and billing ones included: for the logs and those modules. Other pages do not load these texts. */
export const translateLoggedReason = (reason: string): string => {
  const said = translateAuditReason(reason, moneyAuditReasons, naming);
  return said === reason ? translateAuditReason(reason) : said;
};
