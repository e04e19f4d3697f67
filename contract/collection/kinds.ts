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

export const refundStates = ['asked', 'approved', 'refused', 'paid'] as const;
export type RefundState = (typeof refundStates)[number];

export const statementStates = ['read', 'importing', 'imported', 'undoing', 'undone'] as const;
export type StatementState = (typeof statementStates)[number];
/** Lines of it are taken over: all, or those that were up to now or are still. */
export const takenStates = ['importing', 'imported', 'undoing'] as const satisfies readonly StatementState[];
/** It goes on by itself, part by part. */
export const workedStates = ['importing', 'undoing'] as const satisfies readonly StatementState[];
/** So many lines are taken over, or back, in one transaction: whoever needs the same invoices waits a moment. */
export const takenTogether = 100;
/** What a line of a statement comes to: new money, known already, paid out, taken back, or none of our business. */
export const lineFates = ['new', 'known', 'out', 'reversal', 'ignored', 'wrong'] as const;
export type LineFate = (typeof lineFates)[number];
/** The columns a statement can have. */
export const statementColumns = ['day', 'in', 'out', 'amount', 'reference', 'details', 'payer', 'balance'] as const;
export type StatementColumn = (typeof statementColumns)[number];
export const ruleActs = ['tenancy', 'ignore'] as const;
export type RuleAct = (typeof ruleActs)[number];

/** How it is known what an account of ours stands at. */
export const figureSources = ['statement', 'query'] as const;
/**
 * Why a bank and the books differ where that is known: booked after that day; came and waits for a decision; a rule says it is none of our business;
 * booked and not on the statement yet; taken back, and the desk decides about it; payouts or payments that are on their way.
 */
export const figureParts = ['late', 'waiting', 'ignored', 'missing', 'contested', 'under_way', 'arriving'] as const;
export type FigurePart = (typeof figureParts)[number];
/** Money between places of our own: from M-Pesa to the bank, from one fund's bank to another's; or the books are put right. */
export const moveKinds = ['sweep', 'clear', 'correct'] as const;

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
/** How a refund goes: sent from the platform's paybill to the number it was paid from, or to one that two persons typed; or by somebody's hand. */
export const refundWays = ['payer', 'typed', 'hand'] as const;
export type RefundWay = (typeof refundWays)[number];
/** What can be done about an approved refund: ask M-Pesa again, send it again, say by the statement that it arrived, did not, or did beside another, give it by hand, take it back. */
export const refundActs = ['ask', 'send', 'arrived', 'failed', 'twice', 'hand', 'undo'] as const;
export type RefundAct = (typeof refundActs)[number];
/** Why a person has to look at a refund that was sent. */
export const refundTroubles = ['failed', 'unknown', 'amount', 'disagree'] as const;
export type RefundTrouble = (typeof refundTroubles)[number];
/** How a refund is given by hand. */
export const refundHows = ['mpesa', 'bank', 'cash'] as const;
export type RefundHow = (typeof refundHows)[number];
/** What became of an account of the platform's: asked of a second superadmin and what that one said, or saved and switched off. */
export type AccountFate = 'asked' | 'confirmed' | 'refused' | 'on' | 'off';
