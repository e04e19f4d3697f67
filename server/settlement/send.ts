import { outcomeOf } from '#contract/daraja/codes.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { errorOf, isOver, nextAsk, waitHours } from '#contract/settlement/kinds.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue, oneByOne } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { numberOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { openError } from './error-rows.ts';
import { leaving } from './may-leave.ts';
import type { PayoutRail } from './payout-rail.ts';
import { confirmed, failed, lockTransfer, lost, put } from './steps.ts';
import { tellUnclear } from './tell.ts';
import { settleUp } from './whole.ts';

const why = 'payouts are sent, and asked after';

/** Written down as sent and committed, then sent: who dies in between asks for it afterwards, and never sends it twice. */
export async function sendOne(db: Db, rail: PayoutRail, transferId: number): Promise<void> {
  const ready = await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx, why);
    const { transfer, payment } = await lockTransfer(tx, transferId);
    if (transfer.status !== 'queued' || transfer.rail !== 'mpesa') return null;
    const { account } = await leaving(ctx, transfer, payment);
    if (!account) return null;
    await move(ctx, transferMachine, 'send', transferId, null, 'clock');
    await put(tx, transferId, {
      ...{ sent_at: clock.now(), ask_at: new Date(clock.ms() + 60_000) },
      account_id: (await rail.from(tx)) ?? transfer.account_id,
    });
    await settleUp(ctx, payment.id);
    return { transfer, payment, phone: numberOf(account) };
  });
  if (!ready) return;
  const answer = await rail.pay({ key: ready.transfer.key, phone: ready.phone, cents: cents(ready.transfer.cents), remarks: ready.payment.code });
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx, why);
    if (answer.kind === 'accepted') return put(tx, transferId, { conversation_id: answer.conversation });
    if (answer.kind === 'refused')
      return void (await failed(ctx, transferId, { external: null, code: answer.code.slice(0, 60), text: answer.text, error: errorOf(answer.code) }));
    return lost(ctx, transferId, { external: null, code: answer.code, text: answer.text }, answer.why === 'duplicate' ? 'duplicate' : 'timeout');
  });
}

/** What M-Pesa says became of a payout, as often as it says it. What is not ours is left to the inbox. */
export async function followAnswer(
  ctx: Ctx,
  { conversationId, originator, code, receipt, text, cents: said }: Happenings['payout.answered'],
): Promise<void> {
  const row = await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('rail', '=', 'mpesa')
    .where((eb) =>
      eb.or([
        ...(originator === null ? [] : [eb('key', '=', originator)]),
        ...(conversationId === null ? [] : [eb('conversation_id', '=', conversationId)]),
        eb.lit(false),
      ]),
    )
    .executeTakeFirst();
  if (!row) return;
  const answer = { external: receipt, code, text };
  const outcome = code === 'timeout' ? 'unknown' : code === 'failed' ? 'failed' : outcomeOf(code);
  if (outcome === 'paid' && said !== null && (await differs(ctx, row.id, said))) return;
  if (outcome === 'paid') await confirmed(ctx, row.id, answer);
  else if (outcome === 'unknown') await lost(ctx, row.id, answer, errorOf(code));
  else await failed(ctx, row.id, { ...answer, error: errorOf(code) });
}

/** Another amount than was sent: nothing moves, M-Pesa has said what it knows, and a person looks. */
async function differs(ctx: Ctx, id: number, said: number): Promise<boolean> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  // Of what is said to have failed it says that it arrived: that is the contradiction, whatever the amount.
  if (transfer.cents === said || transfer.status === 'failed' || transfer.status === 'reversed') return false;
  await put(ctx.db, id, { ask_at: null });
  const cause = m.settlement_mpesa_amount({ said: kesPlain(said), sent: kesPlain(transfer.cents) });
  await openError(ctx, transfer, payment.company_id, 'amount_mismatch', cause);
  await tellUnclear(ctx, transfer, payment.company_id, 'amount_mismatch');
  return true;
}

const due = (db: Db) =>
  everything(db, 'settlement_transaction', why)
    .select()
    .select(['id'])
    .where('ask_at', '<=', clock.now())
    .where('status', 'in', ['sent', 'unknown'])
    .orderBy('id')
    .limit(200)
    .execute();

/** Nobody answered: after a minute, five, thirty, then every hour the rail is asked; after a day the desk has it, and asks once as often as it likes. */
export async function askDue(db: Db, rail: PayoutRail): Promise<number> {
  const asked = await due(db);
  const keys: string[] = [];
  await eachDue(db, asked, async (tx, { id }) => {
    const ctx = atClock(tx, why);
    const { transfer, payment } = await lockTransfer(tx, id);
    if (transfer.ask_at === null || transfer.ask_at > clock.now() || (transfer.status !== 'sent' && transfer.status !== 'unknown')) return;
    if (transfer.status === 'sent') await lost(ctx, id, { external: null, text: transfer.result_text });
    const over = isOver(transfer.rail, transfer.sent_at, clock.now());
    await put(tx, id, { asked: transfer.asked + 1, ask_at: over ? null : new Date(clock.ms() + nextAsk(transfer.asked + 1) * 60_000) });
    if (over) await tellUnclear(ctx, transfer, payment.company_id, 'timeout');
    keys.push(transfer.key);
  });
  // The answer comes as a result of its own; that this question was refused says nothing about the money.
  await oneByOne(keys.map((key) => () => rail.ask(key)));
  return asked.length;
}

const silentBanks = (db: Db) =>
  everything(db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('status', '=', 'sent')
    .where('rail', '=', 'bank')
    .where('sent_at', '<=', new Date(clock.ms() - waitHours.bank * 3_600_000))
    .orderBy('id')
    .limit(200)
    .execute();
/** A bank that has not answered in three days: nobody knows, and a person asks it, or reads its statement. */
export const bankSilent = async (db: Db): Promise<number> =>
  eachDue(db, await silentBanks(db), async (tx, { id }) => {
    const ctx = atClock(tx, why);
    const { transfer, payment } = await lockTransfer(tx, id);
    if (transfer.status !== 'sent') return;
    await lost(ctx, id, { external: null, text: transfer.result_text });
    await tellUnclear(ctx, transfer, payment.company_id, 'timeout');
  });

/** What was promised and not carried out within ten minutes (its job died) is sent all the same: only what still waits is. */
export async function sendLeft(db: Db, rail: PayoutRail): Promise<number> {
  if (await settlementsStopped(db)) return 0;
  const left = await everything(db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('status', '=', 'queued')
    .where('rail', '=', 'mpesa')
    .where('created_at', '<', new Date(clock.ms() - 600_000))
    .orderBy('id')
    .execute();
  // One that may not leave, or cannot, keeps none of those behind it.
  await oneByOne(
    left.map(
      ({ id }) =>
        () =>
          sendOne(db, rail, id),
    ),
  );
  return left.length;
}

export const settlementJobs = (rail: PayoutRail): readonly Job[] => [
  {
    name: 'settlement.ask',
    everyMinutes: 1,
    run: (db) => oneByOne([() => askDue(db, rail), () => bankSilent(db), () => sendLeft(db, rail)]),
    dryRun: async (db) => (await due(db)).length + (await silentBanks(db)).length,
  },
];
