import type {
  CorrectionCause,
  CorrectionNotice,
  PaymentCorrection,
  PaymentExceptionKind,
  PaymentMethod,
  ReversalCause,
} from '#contract/collection/kinds.ts';
import { paymentFailureReasonLabels, paymentMethodLabels } from '#contract/payment/words.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

/** Includes the reference once it is known. A prompt whose response was lost has none. */
const wayOf = (how: PaymentMethod, external: string): string => [paymentMethodLabels[how](), external].filter(Boolean).join(' ');

type Told = { readonly heading: string; readonly message: string };
const doubtTexts: Readonly<Record<PaymentExceptionKind, (said: { sum: string; external: string }) => Told>> = {
  prompt: (said) => ({ heading: m.payment_mail_doubt_prompt_heading(said), message: m.payment_mail_doubt_prompt_message(said) }),
  reversal: (said) => ({ heading: m.payment_mail_doubt_reversal_heading(said), message: m.payment_mail_doubt_reversal_message(said) }),
  which: (said) => ({ heading: m.payment_mail_doubt_which_heading(said), message: m.payment_mail_doubt_which_message(said) }),
};

/** The payer reads why their payment was reversed, but not the private reason that staff wrote. */
const reversedTexts: Readonly<Record<ReversalCause, (said: { home: string; external: string }) => string>> = {
  mistake: m.payment_mail_reversed_mistake,
  bounced: m.payment_mail_reversed_bounced,
  returned: m.payment_mail_reversed_returned,
  provider: m.payment_mail_reversed_provider,
};

const correctionCauseTexts: Readonly<Record<CorrectionCause, () => string>> = {
  typed: m.payment_correction_cause_typed,
  proof: m.payment_correction_cause_proof,
  payer: m.payment_correction_cause_payer,
};
type Change = { readonly sum: string; readonly home: string; readonly external: string; readonly was: string; readonly is: string };
const correctedTexts: Readonly<
  Record<CorrectionNotice, { heading: (said: Change) => string; message: (said: Change) => string; sms: (said: Change) => string }>
> = {
  amount: { heading: m.payment_mail_corrected_amount_heading, message: m.payment_mail_corrected_amount, sms: m.payment_sms_corrected_amount },
  date: { heading: m.payment_mail_corrected_date_heading, message: m.payment_mail_corrected_date, sms: m.payment_sms_corrected_date },
  moved_away: { heading: m.payment_mail_corrected_away_heading, message: m.payment_mail_corrected_away, sms: m.payment_sms_corrected_away },
  moved_here: { heading: m.payment_mail_corrected_here_heading, message: m.payment_mail_corrected_here, sms: m.payment_sms_corrected_here },
};
const correctionTexts: Readonly<Record<PaymentCorrection, (said: Change) => string>> = {
  amount: m.payment_mail_correction_amount,
  date: m.payment_mail_correction_date,
  tenant: m.payment_mail_correction_tenant,
};
/** The days of a corrected date in the reader's language. */
const inWords = <P extends { readonly was: string; readonly is: string }>(said: P, format = formatLongDate): P => ({
  ...said,
  was: format(said.was),
  is: format(said.is),
});

/** A long SMS is cut at the end, so the amount is first. */
export const collectionTexts = withSmsTexts(
  {
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
    'payment.failed': ({ sum, home, why }) => ({
      heading: m.payment_mail_failed_heading({ sum }),
      message: m.payment_mail_failed_message({ home, why: paymentFailureReasonLabels[why]() }),
    }),
    'payment.reversed': ({ sum, home, external, cause }) => ({
      heading: m.payment_mail_reversed_heading({ sum }),
      message: reversedTexts[cause]({ home, external }),
    }),
    'payment.corrected': ({ what, cause, left, ...change }) => {
      const said = inWords(change);
      return {
        heading: correctedTexts[what].heading(said),
        message: [
          correctedTexts[what].message(said),
          m.payment_mail_corrected_cause({ cause: correctionCauseTexts[cause]() }),
          left && m.payment_mail_received_left({ left }),
        ]
          .filter(Boolean)
          .join(' '),
      };
    },
    'payment.correction': ({ what, name, reason, ...change }) => ({
      heading: m.payment_mail_correction_heading({ sum: change.sum, name }),
      message: [correctionTexts[what](inWords(change)), m.payment_mail_correction_reason({ reason })].join(' '),
    }),
    'payment.pasted': ({ external, became }) => ({
      heading: m.payment_mail_pasted_heading({ external }),
      message: became === 'looked' ? m.payment_mail_pasted_looked() : m.payment_mail_pasted_unknown(),
    }),
    'payment.came': ({ sum, home, name, how, external }) => ({
      heading: m.payment_mail_came_heading({ sum }),
      message: m.payment_mail_came_message({ home, name, how: wayOf(how, external) }),
    }),
    'payment.went': ({ sum, home, name, external, reason }) => ({
      heading: m.payment_mail_went_heading({ sum }),
      message: home ? m.payment_mail_went_message({ home, name, external, reason }) : m.payment_mail_went_homeless({ name, external, reason }),
    }),
    'payment.unverified': ({ external }) => ({
      heading: m.payment_mail_unverified_heading({ external }),
      message: m.payment_mail_unverified_message(),
    }),
    'payment.doubt': ({ sum, external, kind }) => doubtTexts[kind]({ sum, external }),
    'payment.cash_waits': ({ sum, who, name, home }) => ({
      heading: m.payment_mail_cash_waits_heading({ sum }),
      message: m.payment_mail_cash_waits_message({ who, name, home }),
    }),
    'payment.cash_code': ({ sum, code, company }) => ({
      heading: m.payment_mail_code_heading({ code }),
      message: m.payment_mail_code_message({ sum, company }),
    }),
  },
  {
    'payment.received': ({ sum, home, how, external, left, over }) =>
      [
        home
          ? m.payment_sms_received({ sum, home, external: external || wayOf(how, '') })
          : m.payment_sms_received_plain({ sum, external: external || wayOf(how, '') }),
        left && m.payment_sms_left({ left }),
        over && m.payment_sms_over({ over }),
      ]
        .filter(Boolean)
        .join(' '),
    'payment.failed': ({ sum, home }) => m.payment_sms_failed({ sum, home }),
    // The balance due is in the app: with it, the link would not fit.
    'payment.corrected': ({ what, ...change }) => correctedTexts[what].sms(inWords(change, formatShortDate)),
    'payment.reversed': ({ sum, home, external }) => m.payment_sms_reversed({ sum, home, external }),
  },
);
