import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { waitHours } from '#contract/settlement/kinds.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue, eachLeft, oneByOne } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { askAfter, heard, isAnswered, type PayoutRail, sendOnce } from '#server/payment/service.ts';
import { numberOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { openError } from './error-rows.ts';
import { leaving } from './may-leave.ts';
import { confirmed, failed, lockTransfer, lost, put } from './steps.ts';
import { tellUnclear } from './tell.ts';
import { settleUp } from './whole.ts';

const why = 'payouts are sent, and asked after';

export const sendOne = (db: Db, rail: PayoutRail, transferId: number): Promise<void> =>
  sendOnce(db, rail, why, {
    ready: async (ctx) => {
      const { transfer, payment } = await lockTransfer(ctx.db, transferId);
      if (transfer.status !== 'queued' || transfer.rail !== 'mpesa') return null;
      const { account } = await leaving(ctx, transfer, payment);
      if (!account) return null;
      await move(ctx, transferMachine, 'send', transferId, null, 'clock');
      await put(ctx.db, transferId, {
        ...{ sent_at: clock.now(), ask_at: new Date(clock.ms() + 60_000) },
        account_id: (await rail.from(ctx.db)) ?? transfer.account_id,
      });
      await settleUp(ctx, payment.id);
      return { key: transfer.key, phone: numberOf(account), cents: cents(transfer.cents), remarks: payment.code };
    },
    begun: (ctx, conversation) => put(ctx.db, transferId, { conversation_id: conversation }),
    failed: (ctx, answer) => failed(ctx, transferId, answer),
    lost: (ctx, answer, error) => lost(ctx, transferId, answer, error),
  });

/** What M-Pesa says became of a payout, as often as it says it. What is not ours is left to the inbox. */
export async function followAnswer(ctx: Ctx, said: Happenings['payout.answered']): Promise<void> {
  const row = await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('rail', '=', 'mpesa')
    .where(isAnswered(said))
    .executeTakeFirst();
  if (!row) return;
  const { outcome, answer, error } = heard(said);
  if (outcome === 'paid' && said.cents !== null && (await differs(ctx, row.id, said.cents))) return;
  if (outcome === 'paid') await confirmed(ctx, row.id, answer);
  else if (outcome === 'unknown') await lost(ctx, row.id, answer, error);
  else await failed(ctx, row.id, { ...answer, error });
}

/** Another amount than was sent: nothing moves, M-Pesa has said what it knows, and a person looks. */
async function differs(ctx: Ctx, id: number, said: number): Promise<boolean> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  // Of what is said to have failed it says that it arrived: that is the contradiction, whatever the amount.
  if (transfer.cents === said || transfer.status === 'failed' || transfer.status === 'reversed') return false;
  const cause = m.settlement_mpesa_amount({ said: kesPlain(said), sent: kesPlain(transfer.cents) });
  await lost(ctx, id, { external: null, text: cause }, 'amount_mismatch');
  await put(ctx.db, id, { ask_at: null });
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

export const askDue = async (db: Db, rail: PayoutRail): Promise<number> =>
  askAfter(db, rail, await due(db), why, {
    hold: async (tx, id) => {
      const { transfer, payment } = await lockTransfer(tx, id);
      return { ...transfer, company_id: payment.company_id };
    },
    lost,
    put,
    over: (ctx, transfer) => tellUnclear(ctx, transfer, transfer.company_id, 'timeout'),
  });

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
  return eachLeft(left, ({ id }) => sendOne(db, rail, id));
}

export const settlementJobs = (rail: PayoutRail): readonly Job[] => [
  {
    name: 'settlement.ask',
    everyMinutes: 1,
    run: (db) => oneByOne([() => askDue(db, rail), () => bankSilent(db), () => sendLeft(db, rail)]),
    dryRun: async (db) => (await due(db)).length + (await silentBanks(db)).length,
  },
];
