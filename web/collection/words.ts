import type {
  ReconcilingItemKind,
  StatementColumn,
  StatementLineOutcome,
  StatementRuleAction,
  StatementState,
} from '#contract/bank-statement/kinds.ts';
import type {
  CallbackChannel,
  InboundEventState,
  InboundResultCode,
  PaymentFailureReason,
  PaymentMatchState,
  PaymentMethod,
  PaymentVerificationSource,
} from '#contract/collection/kinds.ts';
import type { MatchReason } from '#contract/matching/match.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { paymentPurposeLabels } from '#contract/payment/words.ts';
import type { RefundState } from '#contract/refund/kinds.ts';
import type { RefundDetails } from '#contract/refund/shape.ts';
import type { CashMove } from '#contract/treasury/shapes.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Names<K extends string> = Readonly<Record<K, () => string>>;

export const paymentMethodNames: Names<PaymentMethod> = {
  stk: m.payments_how_stk,
  paybill: m.payments_how_paybill,
  mpesa: m.payments_how_mpesa,
  bank: m.payments_how_bank,
  cash: m.payments_how_cash,
  cheque: m.payments_how_cheque,
  wallet: m.payments_how_wallet,
};
export const paymentMatchNames: Names<PaymentMatchState> = {
  unmatched: m.payments_match_unmatched,
  suggested: m.payments_match_suggested,
  matched: m.payments_match_matched,
  returned: m.payments_match_returned,
};
/** Why a payment seems to belong to a tenancy. */
export const matchReasonNames: Names<MatchReason> = {
  account: m.payments_why_account,
  account_typo: m.payments_why_account_typo,
  facts_agree: m.payments_why_facts_agree,
  unit: m.payments_why_unit,
  phone: m.payments_why_phone,
  payer: m.payments_why_payer,
  usual_payer: m.payments_why_usual_payer,
  account_named: m.payments_why_account_named,
  name: m.payments_why_name,
  unit_named: m.payments_why_unit_named,
  property_named: m.payments_why_property_named,
  amount: m.payments_why_amount,
  usual_day: m.payments_why_usual_day,
  pasted: m.payments_why_pasted,
  pasted_fits: m.payments_why_pasted_fits,
  rule: m.payments_why_rule,
  person: m.payments_why_person,
  earlier: m.payments_why_earlier,
};
export const callbackChannelNames: Names<CallbackChannel> = {
  stk: m.payments_channel_stk,
  c2b: m.payments_channel_c2b,
  check: m.payments_channel_check,
  result: m.payments_channel_result,
  timeout: m.payments_channel_timeout,
  payout: m.payments_channel_payout,
  payout_timeout: m.payments_channel_payout_timeout,
};
const resultNames: Names<InboundResultCode> = {
  answered: m.payments_result_answered,
  answered_before: m.payments_result_answered_before,
  asked: m.payments_result_asked,
  busy: m.payments_result_busy,
  known: m.payments_result_known,
  credited: m.payments_result_credited,
  attached: m.payments_result_attached,
  doubtful: m.payments_result_doubtful,
  proven: m.payments_result_proven,
  balance: m.payments_result_balance,
  let_in: m.payments_result_let_in,
  refused_account: m.payments_result_refused_account,
  refused_amount: m.payments_result_refused_amount,
  refused_shortcode: m.payments_result_refused_shortcode,
  refused_other: m.payments_result_refused_other,
  unread: m.payments_result_unread,
  nobody_asked: m.payments_result_nobody_asked,
  no_prompt: m.payments_result_no_prompt,
  no_amount: m.payments_result_no_amount,
  other_paybill: m.payments_result_other_paybill,
  other_party: m.payments_result_other_party,
  no_such_number: m.payments_result_no_such_number,
};
const isWord = (text: string): text is InboundResultCode => text in resultNames;
/** The result of an inbound event as a sentence, with M-Pesa's own code or status, which Safaricom's support asks for. */
export function formatInboundEventResult(result: string | null): string {
  if (result === null) return '';
  if (isWord(result)) return resultNames[result]();
  const [, what, said = ''] = /^(code|status):(.*)$/.exec(result) ?? [];
  if (what === 'status') return m.payments_result_status({ status: said });
  return what === 'code' ? (said === '0' ? m.payments_result_paid() : m.payments_result_code({ code: said })) : result;
}
export const inboundEventStateNames: Names<InboundEventState> = {
  new: m.payments_inbox_new,
  unrouted: m.payments_inbox_unrouted,
  done: m.payments_inbox_done,
};
export const refundStateNames: Names<RefundState> = {
  asked: m.payments_refund_asked,
  approved: m.payments_refund_approved,
  refused: m.payments_refund_refused,
  paid: m.payments_refund_paid,
};
/** The approvers of a pending refund: the company's other leaders, else the platform. */
export const formatRefundApprovers = ({ status, approvers }: Pick<RefundDetails, 'status' | 'approvers'>): string =>
  status !== 'asked' ? '' : approvers.length > 0 ? m.payments_refund_waits_any({ names: approvers.join(', ') }) : m.payments_refund_waits_makao();
export const statementStateNames: Names<StatementState> = {
  read: m.payments_statement_read,
  importing: m.payments_statement_importing,
  imported: m.payments_statement_imported,
  undoing: m.payments_statement_undoing,
  undone: m.payments_statement_undone,
};
export const statementLineOutcomeNames: Names<StatementLineOutcome> = {
  new: m.payments_fate_new,
  known: m.payments_fate_known,
  out: m.payments_fate_out,
  in: m.payments_fate_in,
  reversal: m.payments_fate_reversal,
  ignored: m.payments_fate_ignored,
  wrong: m.payments_fate_wrong,
  unconfirmed: m.payments_fate_unconfirmed,
};
export const statementColumnNames: Names<StatementColumn> = {
  account: m.payments_col_account,
  status: m.payments_col_status,
  day: m.payments_col_day,
  in: m.payments_col_in,
  out: m.payments_col_out,
  amount: m.payments_col_amount,
  reference: m.payments_col_reference,
  details: m.payments_col_details,
  payer: m.payments_col_payer,
  balance: m.payments_col_balance,
};
export const statementRuleNames: Names<StatementRuleAction> = { tenancy: m.payments_rule_tenancy, ignore: m.payments_rule_ignore };

type Whose = Pick<PaymentSummary, 'tenancy' | 'unit' | 'property' | 'payer' | 'phone_tail' | 'purpose'>;
/**
 * The payer, as far as known: the name from M-Pesa or the bank, which no assignment changes; else the tenancy's, else the end of the phone number.
 */
export const formatPayerName = ({ tenancy, payer, phone_tail: tail }: Pick<Whose, 'tenancy' | 'payer' | 'phone_tail'>): string =>
  payer || tenancy?.name || (tail ? m.payments_tail({ tail }) : m.payments_nobody());
/** The home, and its tenant if another person paid; or the other purpose. */
export const formatPaymentPurpose = ({
  unit,
  property,
  purpose,
  tenancy,
  payer,
}: Pick<Whose, 'unit' | 'property' | 'purpose' | 'tenancy' | 'payer'>): string =>
  unit && property
    ? [unit.name, property.name, ...(tenancy && payer && tenancy.name !== payer ? [tenancy.name] : [])].join(', ')
    : purpose === 1
      ? m.payments_no_home()
      : (paymentPurposeLabels[purpose]?.() ?? '');
/** The unallocated amount. */
export const computeUnallocatedCents = ({ cents, allocated_cents, credited_cents, refunded_cents }: PaymentSummary): number =>
  cents - allocated_cents - credited_cents - refunded_cents;

export const paymentFailureNames: Names<PaymentFailureReason> = {
  balance: m.payments_pay_no_balance,
  canceled: m.payments_fail_canceled,
  pin: m.payments_pay_wrong_pin,
  expired: m.payments_pay_no_pin,
  unreachable: m.payments_pay_unreachable,
  limit: m.payments_pay_limit,
  refused: m.payments_pay_refused,
  away: m.payments_pay_away,
  other: m.payments_pay_refused,
};
export const verificationSourceNames: Names<PaymentVerificationSource> = {
  query: m.payments_verified_query,
  pull: m.payments_verified_pull,
  statement: m.payments_verified_statement,
  cash: m.payments_verified_cash,
  person: m.payments_verified_person,
};

/** Known reasons for a difference between a bank account and the ledger. */
const partTexts: Readonly<Record<ReconcilingItemKind, (said: { sum: string }) => string>> = {
  late: m.payments_part_late,
  waiting: m.payments_part_waiting,
  ignored: m.payments_part_ignored,
  outstanding: m.payments_part_outstanding,
  missing: m.payments_part_missing,
  contested: m.payments_part_contested,
  under_way: m.payments_part_under_way,
  arriving: m.payments_part_arriving,
};
/** A payout in the ledger but not on the statement is still with the bank; a receipt in the ledger only has not reached the bank yet. */
export const formatReconciliationPart = ({ what, cents }: { readonly what: ReconcilingItemKind; readonly cents: number }): string =>
  what === 'missing'
    ? (cents > 0 ? m.payments_part_missing_out : m.payments_part_missing)({ sum: formatKes(Math.abs(cents), true) })
    : partTexts[what]({ sum: formatKes(cents, true) });
export const cashMoveNames: Names<CashMove['kind']> = {
  sweep: m.payments_move_sweep,
  clear: m.payments_move_clear,
  correct: m.payments_move_correct,
};
const moveStates: Names<CashMove['status']> = {
  asked: m.payments_move_asked,
  left: m.payments_move_left,
  arrived: m.payments_move_arrived,
  undone: m.payments_move_undone,
};
/** A correction moves no money: an approved one is posted. */
export const formatCashMoveState = ({ kind, status }: Pick<CashMove, 'kind' | 'status'>): string =>
  kind === 'correct' && status === 'arrived' ? m.payments_move_corrected() : moveStates[status]();
