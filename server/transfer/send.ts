import { sql } from 'kysely';
import { getResultCodeOutcome } from '#contract/daraja/codes.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { getMinutesToNextQuery, isTransferResponseOverdue, toTransferErrorCode } from '#contract/transfer/kinds.ts';
import { processAbandonedRows, processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readAccountPayoutsBlockedReason } from '#server/ledger/service.ts';
import type { LockedAttempt, TransferPurpose } from './purpose.ts';
import type { PayoutRail } from './rail.ts';
import { confirmTransfer, failTransfer, markTransferUnknown, recordTransferAmountMismatch } from './steps.ts';

type Ready = { readonly key: string; readonly phone: string; readonly cents: Cents; readonly remarks: string };
/** Records an attempt as sent, if it may be sent now. */
async function markSent<H extends LockedAttempt>(ctx: Ctx, purpose: TransferPurpose<H>, rail: PayoutRail, id: number): Promise<Ready | null> {
  const held = await purpose.lock(ctx.db, id);
  const { transfer } = held;
  if (transfer.status !== 'queued' || transfer.rail !== 'mpesa') return null;
  const order = await purpose.order(ctx, held);
  if (order === null) return null;
  if ('refused' in order) {
    await failTransfer(ctx, purpose, id, { external: null, text: order.refused, error: 'bad_account' });
    return null;
  }
  await purpose.move(ctx, 'send', id, null);
  await purpose.put(ctx.db, id, {
    sent_at: clock.now(),
    ask_at: new Date(clock.ms() + 60_000),
    account_id: (await rail.from(ctx.db)) ?? transfer.account_id,
  });
  await purpose.onSent?.(ctx, held);
  return { key: transfer.key, cents: toCents(transfer.cents), ...order };
}

/** Commits the attempt as sent before the request to M-Pesa. After a crash in between M-Pesa is queried, and no second request is made. */
export async function sendTransfer<H extends LockedAttempt>(db: Db, purpose: TransferPurpose<H>, rail: PayoutRail, id: number): Promise<void> {
  const ready = await db.transaction().execute((tx) => markSent(asClock(tx, purpose.why), purpose, rail, id));
  if (!ready) return;
  const said = await rail.pay(ready);
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx, purpose.why);
    if (said.kind === 'accepted') await purpose.put(tx, id, { conversation_id: said.conversation });
    else if (said.kind === 'refused')
      await failTransfer(ctx, purpose, id, { external: null, code: said.code.slice(0, 60), text: said.text, error: toTransferErrorCode(said.code) });
    else
      await markTransferUnknown(
        ctx,
        purpose,
        id,
        { external: null, code: said.code, text: said.text },
        said.why === 'duplicate' ? 'duplicate' : 'timeout',
      );
  });
}

const idsOf = ({ table, why }: Pick<TransferPurpose<LockedAttempt>, 'table' | 'why'>, db: Db) =>
  unscopedTable(db, table, why).select().select('id').orderBy('id');

/** Handles M-Pesa's result of an attempt (B2C callback), identified by Makao's key or M-Pesa's conversation id. M-Pesa may report several times. */
export async function onTransferAnswer<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H>,
  said: DomainEvents['payout.answered'],
): Promise<void> {
  const row = await idsOf(purpose, ctx.db)
    .where(purpose.byPhone)
    .where(sql<boolean>`(key = ${said.originator}::text or conversation_id = ${said.conversationId}::text)`)
    .executeTakeFirst();
  if (!row) return;
  const { code, receipt, text } = said;
  const outcome = code === 'timeout' ? 'unknown' : code === 'failed' ? 'failed' : getResultCodeOutcome(code);
  const answer = { external: receipt, code, text };
  if (outcome === 'paid') {
    if (said.cents === null || !(await recordTransferAmountMismatch(ctx, purpose, row.id, said.cents)))
      await confirmTransfer(ctx, purpose, row.id, answer);
  } else if (outcome === 'unknown') await markTransferUnknown(ctx, purpose, row.id, answer, toTransferErrorCode(code));
  else await failTransfer(ctx, purpose, row.id, { ...answer, error: toTransferErrorCode(code) });
}

const dueAttempts = (db: Db, purpose: Pick<TransferPurpose<LockedAttempt>, 'table' | 'why'>) =>
  idsOf(purpose, db).where('ask_at', '<=', clock.now()).where('status', 'in', ['sent', 'unknown']).limit(200).execute();
/**
 * Queries M-Pesa about attempts without an answer: after 1, 5 and 30 minutes, then hourly. After a day they are in the error list, where staff may
 * query again.
 */
export async function queryDueTransfers<H extends LockedAttempt>(db: Db, purpose: TransferPurpose<H>, rail: PayoutRail): Promise<number> {
  const due = await dueAttempts(db, purpose);
  const keys: string[] = [];
  await processDueRows(db, due, async (tx, { id }) => {
    const ctx = asClock(tx, purpose.why);
    const held = await purpose.lock(tx, id);
    const { status, ask_at, sent_at, asked, key, result_text } = held.transfer;
    if (ask_at === null || ask_at > clock.now() || (status !== 'sent' && status !== 'unknown')) return;
    if (status === 'sent') await markTransferUnknown(ctx, purpose, id, { external: null, text: result_text });
    const over = isTransferResponseOverdue('mpesa', sent_at, clock.now());
    await purpose.put(tx, id, { asked: asked + 1, ask_at: over ? null : new Date(clock.ms() + getMinutesToNextQuery(asked + 1) * 60_000) });
    if (over) await purpose.onUnanswered(ctx, held);
    keys.push(key);
  });
  // The answer arrives as a separate result. A rejected query does not show whether the money was paid.
  await runEachTask(keys.map((key) => () => rail.ask(key)));
  return due.length;
}

/** Sends attempts that stayed queued for ten minutes: their job died, or payouts were stopped. */
export async function sendQueuedTransfers<H extends LockedAttempt>(db: Db, purpose: TransferPurpose<H>, rail: PayoutRail): Promise<number> {
  if (await readAccountPayoutsBlockedReason(db, () => rail.from(db))) return 0;
  const rows = await idsOf(purpose, db)
    .where(purpose.byPhone)
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(clock.ms() - 600_000))
    .execute();
  return processAbandonedRows(rows, ({ id }) => sendTransfer(db, purpose, rail, id));
}

type Extra = { readonly run: (db: Db) => Promise<unknown>; readonly due: (db: Db) => Promise<number> };
/** The scheduled job of a purpose, which runs every minute. `extra`: further scheduled work for its attempts. */
export const transferJob = <H extends LockedAttempt>(name: string, purpose: TransferPurpose<H>, rail: PayoutRail, extra?: Extra): ScheduledJob => ({
  name,
  everyMinutes: 1,
  run: (db) =>
    runEachTask([() => queryDueTransfers(db, purpose, rail), ...(extra ? [() => extra.run(db)] : []), () => sendQueuedTransfers(db, purpose, rail)]),
  dryRun: async (db) => (await dueAttempts(db, purpose)).length + ((await extra?.due(db)) ?? 0),
});
