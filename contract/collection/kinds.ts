import { apiEnumerations } from '#contract/reference/enumerations.ts';

/** Payment enumerations for every layer, without Zod. */
export const paymentPurposes = apiEnumerations.payment_purpose;
export type PaymentPurpose = (typeof paymentPurposes)[keyof typeof paymentPurposes];

/** The payee: the tenant's company, or the platform, which companies pay for plans and featured listings. */
export const payeeKinds = ['company', 'platform'] as const;
export type PayeeKind = (typeof payeeKinds)[number];

/**
 * The payment method: M-Pesa prompt (STK push), paybill, bank, recorded manually, or wallet. `mpesa`: sent to the manager's own number and recorded.
 */
export const paymentMethods = ['stk', 'paybill', 'mpesa', 'bank', 'cash', 'cheque', 'wallet'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Methods that a manager may record. */
export const recordedPaymentMethods = ['cash', 'bank', 'cheque', 'mpesa'] as const satisfies readonly PaymentMethod[];
export type RecordedPaymentMethod = (typeof recordedPaymentMethods)[number];
/** Where the platform collects, payments reach its own accounts and are known from there. Only cash can be recorded. */
export const getRecordablePaymentMethods = (fund: 'C' | 'M'): readonly RecordedPaymentMethod[] => (fund === 'C' ? ['cash'] : recordedPaymentMethods);

/** Why a payment was reversed, as its payer reads it. The reason that staff write is private. */
export const reversalCauses = ['mistake', 'bounced', 'returned', 'provider'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** What a correction of a recorded payment changes, and why, as its payer reads it. The reason that staff write is private. */
export { type PaymentCorrection, paymentCorrections } from '#contract/kernel/payment-corrections.ts';
export const correctionCauses = ['typed', 'proof', 'payer'] as const;
export type CorrectionCause = (typeof correctionCauses)[number];
/** What the message of a correction reports: to another tenant, one message to the tenant who loses the payment and one to the tenant who gets it. */
export type CorrectionNotice = 'amount' | 'date' | 'moved_away' | 'moved_here';

/** Cash taken for clients is paid into the bank within this number of days; afterwards it is a pending task of the company that holds it. */
export const cashBankingDays = 3;
/** Cash that is due to be paid in: counted by the home page, and a filter of payments. */
export const unbankedCashFilter = { unbanked: 'true' } as const;

export const paymentRails = ['mpesa', 'bank', 'cash'] as const;
export type PaymentRail = (typeof paymentRails)[number];

/** Whether the payment's purpose is known. `returned`: it was refunded in full, so it needs no allocation. */
export const paymentMatchStates = ['unmatched', 'suggested', 'matched', 'returned'] as const;
export type PaymentMatchState = (typeof paymentMatchStates)[number];

/** Unallocated payments, with or without a suggested tenant: counted by badges, tabs and home pages. */
export const unallocatedPaymentsFilter = { nobodys: 'true' } as const;

/** How a movement of money was verified. A callback alone is never enough. */
export const paymentVerificationSources = ['query', 'pull', 'statement', 'cash', 'person'] as const;
export type PaymentVerificationSource = (typeof paymentVerificationSources)[number];

/** The channels of M-Pesa callbacks (webhooks). */
export const callbackChannels = ['stk', 'c2b', 'check', 'result', 'timeout', 'payout', 'payout_timeout'] as const;
export type CallbackChannel = (typeof callbackChannels)[number];
/** The recorded result of an inbound event: one of these words, or M-Pesa's own code or status after one. */
export const inboundResultCodes = [
  ...(['answered', 'answered_before', 'asked', 'busy', 'known', 'credited', 'attached', 'doubtful', 'proven', 'balance'] as const),
  ...(['let_in', 'refused_account', 'refused_amount', 'refused_shortcode', 'refused_other'] as const),
  ...(['unread', 'nobody_asked', 'no_prompt', 'no_amount', 'other_paybill', 'other_party', 'no_such_number'] as const),
] as const;
export type InboundResultCode = (typeof inboundResultCodes)[number];
export type InboundResult = InboundResultCode | `${'code' | 'status'}:${string}`;
export const inboundEventStates = ['new', 'unrouted', 'done'] as const;
export type InboundEventState = (typeof inboundEventStates)[number];

/** Why an M-Pesa prompt failed, in words that a payer understands; anything else is `other`. */
export const paymentFailureReasons = ['balance', 'canceled', 'pin', 'expired', 'unreachable', 'limit', 'refused', 'away', 'other'] as const;
export type PaymentFailureReason = (typeof paymentFailureReasons)[number];

/** The most that Safaricom moves in one transaction. */
export const stkPushMaxCents = 25_000_000;
/** The smallest amount of a transaction: one shilling. */
export const stkPushMinCents = 100;
/** A prompt's status is queried after these seconds, then every `stkPushPollIntervalSeconds`, until `stkPushExpirySeconds`. */
export const stkPushPollDelaySeconds = [30, 60, 120] as const;
export const stkPushPollIntervalSeconds = 600;
export const stkPushExpirySeconds = 24 * 3600;
/** Seconds without an answer after which the prompt is unknown. */
export const stkPushUnknownAfterSeconds = 90;
/** Seconds after which another prompt may be sent to the same phone. Both are queried. If both are paid, the second becomes credit. */
export const stkPushRetryAfterSeconds = 180;
/** The maximum size of a callback. */
export const maxCallbackBytes = 64 * 1024;

/**
 * The state of a pasted message: M-Pesa is queried; found among the home's payments; confirmed, and staff match it; belongs to another home; unknown
 * to M-Pesa.
 */
export const pastedMessageStates = ['asked', 'found', 'looked', 'other', 'unknown'] as const;
export type PastedMessageState = (typeof pastedMessageStates)[number];

/**
 * Payment exceptions that a person decides: whether money belongs to a prompt that was credited before; who bears a reversal after part of it was
 * refunded; which of several equal payments a bank reversed.
 */
export const paymentExceptionKinds = ['prompt', 'reversal', 'which'] as const;
export type PaymentExceptionKind = (typeof paymentExceptionKinds)[number];
export const paymentExceptionStates = ['open', 'decided'] as const;
export const paymentExceptionDecisions = ['same', 'apart', 'loss', 'taken', 'dismissed'] as const;
export type PaymentExceptionDecision = (typeof paymentExceptionDecisions)[number];
export const decisionsByException: Readonly<Record<PaymentExceptionKind, readonly PaymentExceptionDecision[]>> = {
  prompt: ['same', 'apart'],
  reversal: ['loss', 'dismissed'],
  which: ['taken', 'dismissed'],
};
