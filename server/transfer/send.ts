import { sql } from 'kysely';
import { outcomeOf } from '#contract/daraja/codes.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { type Cents, cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { errorOf, isOver, nextAsk } from '#contract/transfer/kinds.ts';
import { eachDue, eachLeft, oneByOne } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import type { Held, Purpose } from './purpose.ts';
import type { PayoutRail } from './rail.ts';
import { confirm, fail, isOtherAmount, lose } from './steps.ts';

type Ready = { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string };
/** Records an attempt as sent, where it may leave now. */
async function markSent<H extends Held>(ctx: Ctx, purpose: Purpose<H>, rail: PayoutRail, id: number): Promise<Ready | null> {
  const held = await purpose.lock(ctx.db, id);
  const { transfer } = held;
  if (transfer.status !== 'queued' || transfer.rail !== 'mpesa') return null;
  const order = await purpose.order(ctx, held);
  if (order === null) return null;
  if ('refused' in order) {
    await fail(ctx, purpose, id, { external: null, text: order.refused, error: 'bad_account' });
    return null;
  }
  await purpose.move(ctx, 'send', id, null);
  await purpose.put(ctx.db, id, {
    ...{ sent_at: clock.now(), ask_at: new Date(clock.ms() + 60_000) },
    account_id: (await rail.from(ctx.db)) ?? transfer.account_id,
  });
  await purpose.onSent?.(ctx, held);
  return { key: transfer.key, cents: cents(transfer.cents), ...order };
}

/** Recorded as sent and committed, then sent: a process that dies in between leaves a question to M-Pesa, and never a second request. */
export async function send<H extends Held>(db: Db, purpose: Purpose<H>, rail: PayoutRail, id: number): Promise<void> {
  const ready = await db.transaction().execute((tx) => markSent(atClock(tx, purpose.why), purpose, rail, id));
  if (!ready) return;
  const said = await rail.pay(ready);
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx, purpose.why);
    if (said.kind === 'accepted') await purpose.put(tx, id, { conversation_id: said.conversation });
    else if (said.kind === 'refused')
      await fail(ctx, purpose, id, { external: null, code: said.code.slice(0, 60), text: said.text, error: errorOf(said.code) });
    else await lose(ctx, purpose, id, { external: null, code: said.code, text: said.text }, said.why === 'duplicate' ? 'duplicate' : 'timeout');
  });
}

const idsOf = ({ table, why }: Pick<Purpose<Held>, 'table' | 'why'>, db: Db) => everything(db, table, why).select().select('id').orderBy('id');

/** M-Pesa says what became of an attempt, known by our key or by M-Pesa's conversation. It may say so several times. */
export async function onAnswer<H extends Held>(ctx: Ctx, purpose: Purpose<H>, said: Happenings['payout.answered']): Promise<void> {
  const row = await idsOf(purpose, ctx.db)
    .where(purpose.byPhone)
    .where(sql<boolean>`(key = ${said.originator}::text or conversation_id = ${said.conversationId}::text)`)
    .executeTakeFirst();
  if (!row) return;
  const { code, receipt, text } = said;
  const outcome = code === 'timeout' ? 'unknown' : code === 'failed' ? 'failed' : outcomeOf(code);
  const answer = { external: receipt, code, text };
  if (outcome === 'paid') {
    if (said.cents === null || !(await isOtherAmount(ctx, purpose, row.id, said.cents))) await confirm(ctx, purpose, row.id, answer);
  } else if (outcome === 'unknown') await lose(ctx, purpose, row.id, answer, errorOf(code));
  else await fail(ctx, purpose, row.id, { ...answer, error: errorOf(code) });
}

const dueAttempts = (db: Db, purpose: Pick<Purpose<Held>, 'table' | 'why'>) =>
  idsOf(purpose, db).where('ask_at', '<=', clock.now()).where('status', 'in', ['sent', 'unknown']).limit(200).execute();
/** M-Pesa is asked about attempts without an answer: after 1, 5 and 30 minutes, then hourly. After a day the desk has them, and may ask again. */
export async function askDue<H extends Held>(db: Db, purpose: Purpose<H>, rail: PayoutRail): Promise<number> {
  const due = await dueAttempts(db, purpose);
  const keys: string[] = [];
  await eachDue(db, due, async (tx, { id }) => {
    const ctx = atClock(tx, purpose.why);
    const held = await purpose.lock(tx, id);
    const { status, ask_at, sent_at, asked, key, result_text } = held.transfer;
    if (ask_at === null || ask_at > clock.now() || (status !== 'sent' && status !== 'unknown')) return;
    if (status === 'sent') await lose(ctx, purpose, id, { external: null, text: result_text });
    const over = isOver('mpesa', sent_at, clock.now());
    await purpose.put(tx, id, { asked: asked + 1, ask_at: over ? null : new Date(clock.ms() + nextAsk(asked + 1) * 60_000) });
    if (over) await purpose.onUnanswered(ctx, held);
    keys.push(key);
  });
  // The answer arrives as a result of its own; a refused question says nothing about the money.
  await oneByOne(keys.map((key) => () => rail.ask(key)));
  return due.length;
}

/** Sends attempts that stayed queued for ten minutes: their job died, or payouts were stopped. */
export async function sendQueued<H extends Held>(db: Db, purpose: Purpose<H>, rail: PayoutRail): Promise<number> {
  if (await settlementsStopped(db)) return 0;
  const rows = await idsOf(purpose, db)
    .where(purpose.byPhone)
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(clock.ms() - 600_000))
    .execute();
  return eachLeft(rows, ({ id }) => send(db, purpose, rail, id));
}

type Extra = { readonly run: (db: Db) => Promise<unknown>; readonly due: (db: Db) => Promise<number> };
/** The job of a purpose, every minute. `extra`: what the clock brings about for its attempts besides. */
export const transferJob = <H extends Held>(name: string, purpose: Purpose<H>, rail: PayoutRail, extra?: Extra): Job => ({
  name,
  everyMinutes: 1,
  run: (db) => oneByOne([() => askDue(db, purpose, rail), ...(extra ? [() => extra.run(db)] : []), () => sendQueued(db, purpose, rail)]),
  dryRun: async (db) => (await dueAttempts(db, purpose)).length + ((await extra?.due(db)) ?? 0),
});
