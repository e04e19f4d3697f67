import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type CodeOutcome, outcomeOf } from '#contract/daraja/codes.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Cents } from '#contract/money/cents.ts';
import { type ErrorCode, errorOf, isOver, nextAsk } from '#contract/settlement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue, oneByOne } from '#server/jobs/each-due.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import type { PayoutRail } from './payout-rail.ts';

/**
 * What leaves the platform's paybill by phone, whoever's it is: a payout, a refund. Each keeps its own attempts; how they are sent once, heard of and
 * asked after is the same, and stands here.
 */

/** What the rail knows an attempt by; at most 19 letters, and nobody guesses it: whoever could would answer for M-Pesa. */
export const newKey = (mark: string, id: number): string => `${mark}${id}-${randomBytes(8).toString('hex')}`.slice(0, 19);

export type Answer = { readonly external: string | null; readonly code?: string | null; readonly text?: string };
type Ready = { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string };
type Sending = {
  /** In one transaction: it may leave now, and stands as sent; null where it may not. */
  readonly ready: (ctx: Ctx) => Promise<Ready | null>;
  readonly begun: (ctx: Ctx, conversation: string | null) => Promise<unknown>;
  readonly failed: (ctx: Ctx, answer: Answer & { readonly error: ErrorCode }) => Promise<unknown>;
  readonly lost: (ctx: Ctx, answer: Answer, error: ErrorCode) => Promise<unknown>;
};
/** Written down as sent and committed, then sent: who dies in between asks for it afterwards, and never sends it twice. */
export async function sendOnce(db: Db, rail: PayoutRail, why: string, { ready, begun, failed, lost }: Sending): Promise<void> {
  const what = await db.transaction().execute((tx) => ready(atClock(tx, why)));
  if (!what) return;
  const said = await rail.pay(what);
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx, why);
    if (said.kind === 'accepted') return void (await begun(ctx, said.conversation));
    if (said.kind === 'refused')
      return void (await failed(ctx, { external: null, code: said.code.slice(0, 60), text: said.text, error: errorOf(said.code) }));
    await lost(ctx, { external: null, code: said.code, text: said.text }, said.why === 'duplicate' ? 'duplicate' : 'timeout');
  });
}

type Answered = Happenings['payout.answered'];
/** Whose answer it is: by the key we gave, or by the conversation M-Pesa began. */
export const isAnswered = ({ originator, conversationId }: Pick<Answered, 'originator' | 'conversationId'>): RawBuilder<boolean> =>
  sql<boolean>`(key = ${originator}::text or conversation_id = ${conversationId}::text)`;

type Heard = { readonly outcome: CodeOutcome; readonly answer: Answer; readonly error: ErrorCode };
/** What an answer of M-Pesa means. */
export const heard = ({ code, receipt, text }: Answered): Heard => ({
  outcome: code === 'timeout' ? 'unknown' : code === 'failed' ? 'failed' : outcomeOf(code),
  answer: { external: receipt, code, text },
  error: errorOf(code),
});

/**
 * Said to have been paid, in whatever amount, or of which the answers disagree already: that it failed is not certain by M-Pesa's word alone. It stays
 * unknown, M-Pesa is asked once more, and a person with the statement decides.
 */
export const isContradicted = (before: ErrorCode | null): boolean => before === 'amount_mismatch' || before === 'callback_lost';

type Attempt = {
  readonly id: number;
  readonly key: string;
  readonly status: string;
  readonly ask_at: Date | null;
  readonly asked: number;
  readonly sent_at: Date | null;
  readonly result_text: string;
};
type Asking<T extends Attempt> = {
  readonly hold: (tx: Db, id: number) => Promise<T>;
  readonly lost: (ctx: Ctx, id: number, answer: Answer) => Promise<unknown>;
  readonly put: (tx: Db, id: number, set: { asked: number; ask_at: Date | null }) => Promise<unknown>;
  /** A day without an answer: people hear of it. */
  readonly over: (ctx: Ctx, attempt: T) => Promise<unknown>;
};
/** Nobody answered: after a minute, five, thirty, then every hour the rail is asked; after a day the desk has it, and asks once as often as it likes. */
export async function askAfter<T extends Attempt>(
  db: Db,
  rail: PayoutRail,
  due: readonly { id: number }[],
  why: string,
  of: Asking<T>,
): Promise<number> {
  const keys: string[] = [];
  await eachDue(db, due, async (tx, { id }) => {
    const ctx = atClock(tx, why);
    const attempt = await of.hold(tx, id);
    if (attempt.ask_at === null || attempt.ask_at > clock.now() || (attempt.status !== 'sent' && attempt.status !== 'unknown')) return;
    if (attempt.status === 'sent') await of.lost(ctx, id, { external: null, text: attempt.result_text });
    const over = isOver('mpesa', attempt.sent_at, clock.now());
    await of.put(tx, id, { asked: attempt.asked + 1, ask_at: over ? null : new Date(clock.ms() + nextAsk(attempt.asked + 1) * 60_000) });
    if (over) await of.over(ctx, attempt);
    keys.push(attempt.key);
  });
  // The answer comes as a result of its own; that this question was refused says nothing about the money.
  await oneByOne(keys.map((key) => () => rail.ask(key)));
  return due.length;
}
