import { enumerations } from '#contract/reference/enumerations.ts';

/** The words of payments, for every storey, without Zod. */
export const purposes = enumerations.payment_purpose;
export type Purpose = (typeof purposes)[keyof typeof purposes];

/** Who a payment is for: the company a tenant rents from, or the platform, which companies pay for plans and places. */
export const payees = ['company', 'platform'] as const;
export type Payee = (typeof payees)[number];

/** How money came: a prompt on the phone, the paybill, a bank, by hand, or out of a wallet. `mpesa`: to the manager's own number, written down. */
export const hows = ['stk', 'paybill', 'mpesa', 'bank', 'cash', 'cheque', 'wallet'] as const;
export type How = (typeof hows)[number];
/** What a manager may write down. */
export const recordedHows = ['cash', 'bank', 'cheque', 'mpesa'] as const satisfies readonly How[];
export type RecordedHow = (typeof recordedHows)[number];
/** What the platform holds comes to the platform's accounts and is known from there; cash in somebody's hands is all they can write down then. */
export const recordable = (fund: 'C' | 'M'): readonly RecordedHow[] => (fund === 'C' ? ['cash'] : recordedHows);

export const rails = ['mpesa', 'bank', 'cash'] as const;
export type Rail = (typeof rails)[number];

/** Whether it is known what the money is for; `returned`: all of it was given back, so nobody asks any more. */
export const matchStates = ['unmatched', 'suggested', 'matched', 'returned'] as const;
export type MatchState = (typeof matchStates)[number];

/** Money that came and belongs to nobody yet, whether or not somebody is suggested: what badges, tabs and homes count. */
export const nobodys = { nobodys: 'true' } as const;

/** How a movement of money came to be believed; a callback alone never is. */
export const verifiedBys = ['query', 'pull', 'statement', 'cash', 'person'] as const;
export type VerifiedBy = (typeof verifiedBys)[number];

/** The doors behind which callbacks arrive. */
export const channels = ['stk', 'c2b', 'check', 'result', 'timeout', 'payout', 'payout_timeout'] as const;
export type Channel = (typeof channels)[number];
/** What came of an arrival, as it is kept: one of these words, or M-Pesa's own code or status behind one. */
export const arrivalWords = [
  ...(['answered', 'answered_before', 'asked', 'busy', 'known', 'credited', 'attached', 'doubtful', 'proven', 'balance'] as const),
  ...(['let_in', 'refused_account', 'refused_amount', 'refused_shortcode', 'refused_other'] as const),
  ...(['unread', 'nobody_asked', 'no_prompt', 'no_amount', 'other_paybill', 'other_party', 'no_such_number'] as const),
] as const;
export type ArrivalWord = (typeof arrivalWords)[number];
export type ArrivalResult = ArrivalWord | `${'code' | 'status'}:${string}`;
export const inboxStates = ['new', 'unrouted', 'done'] as const;
export type InboxState = (typeof inboxStates)[number];

/** Why a push came to nothing, in words a payer understands; what is none of these is `other`. */
export const failureReasons = ['balance', 'canceled', 'pin', 'expired', 'unreachable', 'limit', 'refused', 'away', 'other'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Safaricom moves no more in one go. */
export const pushMost = 25_000_000;
/** And no less than a shilling. */
export const pushLeast = 100;
/** A push is asked after so many seconds, then every `pushEvery`; given up after `pushGivenUp`. */
export const pushAsks = [30, 60, 120] as const;
export const pushEvery = 600;
export const pushGivenUp = 24 * 3600;
/** Nobody answered for so long: it is not known what became of it. */
export const pushSilence = 90;
/** It was not known for so long: another prompt may be sent to the same phone. Both are asked about; were both paid, the second is credit. */
export const pushAgain = 180;
/** A callback is at most so long. */
export const hookBytes = 64 * 1024;

/** A pasted message: M-Pesa is asked; it is among the payments of the home; confirmed, and somebody looks whose it is; another home's; not known. */
export const pasteStates = ['asked', 'found', 'looked', 'other', 'unknown'] as const;
export type PasteState = (typeof pasteStates)[number];

/**
 * What a person has to decide: whether money is a prompt's that was credited before; who bears what was taken back after part of it was returned; which
 * of several payments alike a bank took back.
 */
export const doubtKinds = ['prompt', 'reversal', 'which'] as const;
export type DoubtKind = (typeof doubtKinds)[number];
export const doubtStates = ['open', 'decided'] as const;
export const doubtDecisions = ['same', 'apart', 'loss', 'taken', 'dismissed'] as const;
export type DoubtDecision = (typeof doubtDecisions)[number];
export const decisionsOf: Readonly<Record<DoubtKind, readonly DoubtDecision[]>> = {
  prompt: ['same', 'apart'],
  reversal: ['loss', 'dismissed'],
  which: ['taken', 'dismissed'],
};
