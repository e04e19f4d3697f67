import { randomBytes } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { TransferErrorCode } from '#contract/transfer/errors.ts';
import type { transferAttemptMoves } from '#contract/transfer/machine.ts';
import type { PayoutRailKind } from '#contract/wallet/kinds.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { Sentence } from '../../words/sentence.ts';

/** One attempt to send money, as the steps need it. Each purpose keeps its attempts in its own table, with more columns where it needs them. */
export type TransferAttempt = {
  readonly id: number;
  readonly rail: PayoutRailKind;
  readonly status: 'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown' | 'reversed' | 'twice';
  readonly account_id: number | null;
  readonly cents: number;
  readonly key: string;
  readonly external_id: string | null;
  readonly result_text: string;
  readonly ask_at: Date | null;
  readonly asked: number;
  readonly sent_at: Date | null;
};
export type AttemptChange = {
  readonly account_id?: number | null;
  readonly conversation_id?: string | null;
  readonly external_id?: string | null;
  readonly result_code?: string | null;
  readonly result_text?: string;
  readonly ask_at?: Date | null;
  readonly asked?: number;
  readonly sent_at?: Date;
  readonly settled_at?: Date;
  readonly settled_by?: number | null;
};
export type AttemptMove = keyof typeof transferAttemptMoves | 'find';

/** The outcome of an attempt, from the rail or from a person who read its statement. */
export type TransferAnswer = { readonly external: string | null; readonly code?: string | null; readonly text?: string };
export type TransferFailure = TransferAnswer & { readonly error: TransferErrorCode };
export type AnswerSource = 'rail' | 'person';

/** Whether an attempt may be sent: the order to send it; `refused` if it can never be sent and has failed; null if it cannot be sent now. */
export type TransferSendDecision = { readonly phone: string; readonly remarks: string } | { readonly refused: Sentence } | null;
/** A locked attempt, with the rows above it that its purpose locks first. */
export type LockedAttempt = { readonly transfer: TransferAttempt };

/**
 * A purpose for which money is sent: a payout or a refund. A purpose brings its table of attempts (`lock`, `put`, `move`), decides whether an attempt
 * may be sent (`order`), and posts and notifies at each step. The steps themselves are in steps.ts and send.ts and are the same for every purpose.
 * `Extra`: moves that the purpose's machine has beyond the common ones.
 */
export type TransferPurpose<H extends LockedAttempt, Extra extends string = never> = {
  readonly table: 'settlement_transaction' | 'refund_transfer';
  /** The SQL condition for attempts that are sent by M-Pesa. */
  readonly byPhone: RawBuilder<boolean>;
  /** The reason why a job may read all attempts without a scope. */
  readonly why: string;
  /** Locks the rows above the attempt, in the documented order, then the attempt. */
  readonly lock: (db: Db, id: number) => Promise<H>;
  readonly put: (db: Db, id: number, set: AttemptChange) => Promise<unknown>;
  readonly move: (ctx: Ctx, name: AttemptMove | Extra, id: number, reason: string | null) => Promise<unknown>;
  /** Attempts for the same money that are queued. */
  readonly queuedBeside: (db: Db, held: H) => Promise<readonly { readonly id: number }[]>;
  /** The text recorded on the other queued attempts once this attempt is known to be paid. */
  readonly supersededBy: (held: H) => string;
  /** The open error of an attempt. `callback_lost`: the answers contradict each other, and no person has decided. */
  readonly errorOf: (db: Db, held: H) => Promise<TransferErrorCode | null>;
  readonly order: (ctx: Ctx, held: H) => Promise<TransferSendDecision>;
  readonly onSent?: (ctx: Ctx, held: H) => Promise<unknown>;
  /** Called when the attempt was paid. `found`: it had been recorded as failed. */
  readonly onConfirmed: (ctx: Ctx, held: H, answer: TransferAnswer, how: { readonly by: AnswerSource; readonly found: boolean }) => Promise<unknown>;
  /** Called when the rail repeats that a confirmed attempt was paid. */
  readonly onRepeated?: (ctx: Ctx, held: H, answer: TransferAnswer) => Promise<unknown>;
  /** Called when the attempt has certainly failed. */
  readonly onFailed: (ctx: Ctx, held: H, answer: TransferFailure) => Promise<unknown>;
  /** Called when a queued attempt is not sent after all. `text` is the reason. */
  readonly onDropped?: (ctx: Ctx, held: H, text: string) => Promise<unknown>;
  readonly onUnknown: (ctx: Ctx, held: H, error: TransferErrorCode, text: string) => Promise<unknown>;
  /** Called when the rail contradicts the record, or its own earlier answer. */
  readonly onContradicted: (ctx: Ctx, held: H, text: string) => Promise<unknown>;
  /** Called when the rail paid another amount than was sent. */
  readonly onOtherAmount: (ctx: Ctx, held: H, text: string) => Promise<unknown>;
  /** Called when the rail has not answered in time. */
  readonly onUnanswered: (ctx: Ctx, held: H) => Promise<unknown>;
};

/**
 * The key by which the rail identifies an attempt: at most 19 characters and not guessable, because a person who knows it could answer for M-Pesa.
 */
export const createTransferKey = (mark: string, id: number): string => `${mark}${id}-${randomBytes(8).toString('hex')}`.slice(0, 19);
