import type { AccountFate, DoubtKind, How, RefundTrouble } from '#contract/payment/kinds.ts';
import { failureWords, howWords } from '#contract/payment/words.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

/** With its number, once that is known: of a prompt whose answer was lost it is not. */
const wayOf = (how: How, external: string): string => [howWords[how](), external].filter(Boolean).join(' ');

const troubles: Readonly<Record<RefundTrouble, () => string>> = {
  failed: m.payment_stuck_failed,
  unknown: m.payment_stuck_unknown,
  amount: m.payment_stuck_amount,
  disagree: m.payment_stuck_disagree,
};

const accountHeadings: Readonly<Record<AccountFate, (of: { name: string }) => string>> = {
  asked: m.payment_mail_account_asked_heading,
  confirmed: m.payment_mail_account_confirmed_heading,
  refused: m.payment_mail_account_refused_heading,
  on: m.payment_mail_account_heading,
  off: m.payment_mail_account_off_heading,
};
const accountMessages: Readonly<Partial<Record<AccountFate, (of: { who: string; name: string; number: string }) => string>>> = {
  asked: m.payment_mail_account_asked_message,
  confirmed: m.payment_mail_account_confirmed_message,
  refused: m.payment_mail_account_refused_message,
};
type Told = { readonly heading: string; readonly message: string };
const doubtTexts: Readonly<Record<DoubtKind, (said: { sum: string; external: string }) => Told>> = {
  prompt: (said) => ({ heading: m.payment_mail_doubt_prompt_heading(said), message: m.payment_mail_doubt_prompt_message(said) }),
  reversal: (said) => ({ heading: m.payment_mail_doubt_reversal_heading(said), message: m.payment_mail_doubt_reversal_message(said) }),
  which: (said) => ({ heading: m.payment_mail_doubt_which_heading(said), message: m.payment_mail_doubt_which_message(said) }),
};

/** Of an SMS the end is cut: the sum comes first. */
export const paymentTexts: Partial<EventTexts> = {
  'payment.received': ({ sum, home, how, external, left, over }) => ({
    heading: m.payment_mail_received_heading({ sum }),
    message: [
      home ? m.payment_mail_received_home({ home, how: wayOf(how, external) }) : m.payment_mail_received_message({ how: wayOf(how, external) }),
      left && m.payment_mail_received_left({ left }),
      over && m.payment_mail_received_over({ over }),
    ]
      .filter(Boolean)
      .join(' '),
    button: m.payment_mail_received_button(),
  }),
  'payment.came': ({ sum, home, name, how, external }) => ({
    heading: m.payment_mail_came_heading({ sum }),
    message: m.payment_mail_came_message({ home, name, how: wayOf(how, external) }),
  }),
  'payment.failed': ({ sum, home, why }) => ({
    heading: m.payment_mail_failed_heading({ sum }),
    message: m.payment_mail_failed_message({ home, why: failureWords[why]() }),
  }),
  'payment.reversed': ({ sum, home, external, reason }) => ({
    heading: m.payment_mail_reversed_heading({ sum }),
    message: m.payment_mail_reversed_message({ home, external, reason }),
  }),
  'payment.handed_over': ({ by, ...p }) => ({
    heading: m.payment_mail_handed_heading(p),
    message: by === 'platform' ? m.payment_mail_handed_message(p) : m.payment_mail_handed_owner(p),
  }),
  'payment.went': ({ sum, home, name, external, reason }) => ({
    heading: m.payment_mail_went_heading({ sum }),
    message: home ? m.payment_mail_went_message({ home, name, external, reason }) : m.payment_mail_went_homeless({ name, external, reason }),
  }),
  'payment.taken_off': ({ sum, home, external, reason }) => ({
    heading: m.payment_mail_taken_off_heading({ sum }),
    message: m.payment_mail_taken_off_message({ home, external, reason }),
  }),
  'payment.came_off': ({ sum, home, name, external, reason }) => ({
    heading: m.payment_mail_came_off_heading({ sum }),
    message: m.payment_mail_came_off_message({ home, name, external, reason }),
  }),
  'payment.unmatched': ({ sum, name, account, external }) => ({
    heading: m.payment_mail_unmatched_heading({ sum }),
    message: [
      name.replace(/•/g, '') && m.payment_mail_unmatched_from({ name }),
      account && m.payment_mail_unmatched_account({ account }),
      external && m.payment_mail_unmatched_number({ external }),
      m.payment_mail_unmatched_message(),
    ]
      .filter(Boolean)
      .join(' '),
  }),
  'payment.waiting': ({ sum, count, lines, account }) => ({
    heading: m.payment_mail_waiting_heading({ sum, account }),
    message: m.payment_mail_waiting_message({ count, lines, account }),
  }),
  'payment.unverified': ({ external }) => ({
    heading: m.payment_mail_unverified_heading({ external }),
    message: m.payment_mail_unverified_message(),
  }),
  'payment.refused': ({ account }) => ({
    heading: m.payment_mail_refused_heading({ account }),
    message: m.payment_mail_refused_message({ account }),
  }),
  'payment.pasted': ({ external, became }) => ({
    heading: m.payment_mail_pasted_heading({ external }),
    message: became === 'looked' ? m.payment_mail_pasted_looked() : m.payment_mail_pasted_unknown(),
  }),
  'payment.cash_code': ({ sum, code, company }) => ({
    heading: m.payment_mail_code_heading({ code }),
    message: m.payment_mail_code_message({ sum, company }),
  }),
  'payment.asked': ({ sum, external, reach }) => ({
    heading: m.payment_mail_asked_heading({ sum }),
    message: m.payment_mail_asked_message({ external, reach }),
  }),
  'payment.refund_asked': ({ sum, name, code, to, where }) => ({
    heading: m.payment_mail_refund_heading({ sum }),
    message: where === 'other' ? m.payment_mail_refund_elsewhere({ name, code, to }) : m.payment_mail_refund_message({ name, code, to }),
  }),
  'payment.refund_wanted': ({ sum, who, external, to }) => ({
    heading: m.payment_mail_wanted_heading({ sum, who }),
    message: m.payment_mail_wanted_message({ external, to }),
  }),
  'payment.refund_stuck': ({ sum, name, code, why }) => ({
    heading: m.payment_mail_stuck_heading({ sum, name }),
    message: m.payment_mail_stuck_message({ code, why: troubles[why]() }),
  }),
  'payment.refund_refused': ({ sum, name, code, reason }) => ({
    heading: m.payment_mail_refund_refused_heading({ sum }),
    message: m.payment_mail_refund_refused_message({ name, code, reason }),
  }),
  'payment.refunded': ({ sum, proof }) => ({
    heading: m.payment_mail_refunded_heading({ sum }),
    message: m.payment_mail_refunded_message({ proof }),
  }),
  'payment.doubt': ({ sum, external, kind }) => doubtTexts[kind]({ sum, external }),
  'payment.account': ({ who, name, number, became }) => ({
    heading: accountHeadings[became]({ name }),
    message: (accountMessages[became] ?? m.payment_mail_account_message)({ who, name, number }),
  }),
  'payment.cash_waits': ({ sum, who, name, home }) => ({
    heading: m.payment_mail_cash_waits_heading({ sum }),
    message: m.payment_mail_cash_waits_message({ who, name, home }),
  }),
  'payment.differs': ({ sum, account, day }) => ({
    heading: m.payment_mail_differs_heading({ sum }),
    message: m.payment_mail_differs_message({ account, day: longDate(day) }),
  }),
};
