import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { msisdnOf } from '#contract/daraja/phone.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { type Cents, cents, isWhole } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { RefundWay } from '#contract/payment/kinds.ts';
import { refundTransferMachine } from '#contract/payment/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { feeOf } from '#contract/wallet/fees.ts';
import { invalid } from '#server/http/answer.ts';
import { eachLeft, oneByOne } from '#server/jobs/each-due.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { opened } from '#server/kernel/seal.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { settingsNow } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { AccountRow } from './accounts.ts';
import { askAfter, heard, isAnswered, newKey, sendOnce } from './outgoing.ts';
import type { PayoutRail } from './payout-rail.ts';
import { reveal } from './phones.ts';
import { holdRail, payingFrom, roomAt } from './places.ts';
import { attemptsOf, lockTransfer, putTransfer, type RefundRow } from './refund-rows.ts';
import { confirmed, differs, failed, lost, unheard } from './refund-steps.ts';
import type { PaymentRow } from './rows.ts';

const why = 'refunds of the platform’s paybill are sent, and asked after';

type Source = Pick<PaymentRow, 'fund' | 'holder_id' | 'account_id' | 'phone_sealed' | 'phone_tail'>;
/** The platform can send it: clients' money that came to a paybill of its own, and whole shillings within what M-Pesa moves at once. */
async function isSendable(db: Db, { fund, holder_id, account_id }: Source, sum: number): Promise<boolean> {
  if (fund !== 'C' || holder_id !== null || account_id === null) return false;
  if (!isWhole(sum) || sum < mpesaLimits.leastOut || sum > mpesaLimits.most) return false;
  const place = await everything(db, 'collection_account', why)
    .select()
    .select(['company_id', 'rail'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  return place.company_id === null && place.rail === 'mpesa';
}
/** How money of a payment goes back where nobody wants it otherwise; of no sum said one that M-Pesa moves. */
export const usualWay = async (db: Db, payment: Source, sum: number = mpesaLimits.leastOut): Promise<RefundWay> =>
  (await isSendable(db, payment, sum)) ? (payment.phone_sealed === null ? 'typed' : 'payer') : 'hand';

/** Where it goes: by phone to the number it was paid from and to no other; to a typed one where that is not known; anywhere else by hand. */
export async function wayTo(db: Db, payment: Source, sum: number, given: string | undefined): Promise<{ way: RefundWay; to: string }> {
  const usual = await usualWay(db, payment, sum);
  const number = given === undefined ? null : msisdnOf(given);
  if (usual === 'payer' && payment.phone_sealed !== null) {
    const own = reveal(payment.phone_sealed);
    if (given === undefined || number === own) return { way: 'payer', to: own };
  }
  if (given === undefined) throw invalid({ to: m.payment_problem_refund_to() });
  if (usual !== 'typed' || number === null) return { way: 'hand', to: given };
  // Of a masked number the end is known.
  if (payment.phone_tail !== null && !number.endsWith(payment.phone_tail))
    throw invalid({ to: m.payment_problem_refund_tail({ tail: payment.phone_tail }) });
  return { way: 'typed', to: number };
}
const numberOf = ({ to_sealed }: Pick<RefundRow, 'to_sealed'>): string | null =>
  to_sealed === '' ? null : msisdnOf(opened<{ to: string }>({ sealed: to_sealed }).to);
/** The second person types the number, too: a slip of one is not the other's. */
export function insistTyped(refund: Pick<RefundRow, 'way' | 'to_sealed'>, again: string | undefined): void {
  if (refund.way === 'typed' && (again === undefined || msisdnOf(again) !== numberOf(refund)))
    throw invalid({ to: m.payment_problem_refund_typed() });
}

type Leaving = { readonly account: AccountRow; readonly fee: Cents };
/** The paybill it will leave, held, with enough in it that is promised to nobody else. `promised`: its own sum is kept for it already. */
export async function leavingBy(ctx: Ctx, payment: PaymentRow, refund: RefundRow, promised: boolean): Promise<Leaving> {
  await holdRail(ctx.db, 'mpesa');
  const account = await payingFrom(ctx.db, 'mpesa');
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  const fee = feeOf((await settingsNow(ctx.db)).fees, refund.cents);
  const room = (await roomAt(ctx.db, account)) + (promised && account.id === payment.account_id ? refund.cents : 0);
  if (refund.cents + fee > room)
    throw new Refusal(
      'conflict',
      m.payment_refusal_refund_swept({ name: account.name, left: kesPlain(Math.max(0, room)), sum: kesPlain(refund.cents + fee) }),
    );
  return { account, fee };
}
/** An attempt is written down before it is made; a job makes it. */
export async function begin(ctx: Ctx, refund: RefundRow, { account, fee }: Leaving): Promise<void> {
  const [last] = await attemptsOf(ctx.db, refund.id);
  const { id } = await add(ctx, 'refund_transfer')
    .values({
      ...{ refund_id: refund.id, attempt: (last?.attempt ?? 0) + 1, account_id: account.id, cents: refund.cents, fee_cents: fee },
      key: newKey('R', refund.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(ctx.db, 'payment.refund_send', { transferId: id }, `payment.refund_send:${id}`);
}

/** Nothing goes while payouts are stopped, while it is said that an earlier attempt arrived after all, or that M-Pesa took the payment itself back. */
async function isHeldUp(db: Db, payment: PaymentRow, refund: RefundRow): Promise<boolean> {
  if (payment.status !== 'completed' || (await settlementsStopped(db))) return true;
  if ((await attemptsOf(db, refund.id)).some((one) => one.disputed_at !== null)) return true;
  const doubt = await everything(db, 'payment_doubt', why)
    .select()
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return doubt !== undefined;
}

export const sendRefundOnce = (db: Db, rail: PayoutRail, transferId: number): Promise<void> =>
  sendOnce(db, rail, why, {
    ready: async (ctx) => {
      const { transfer, refund, payment } = await lockTransfer(ctx.db, transferId);
      if (transfer.status !== 'queued' || refund.status !== 'approved' || (await isHeldUp(ctx.db, payment, refund))) return null;
      const phone = numberOf(refund);
      if (phone === null) {
        await failed(ctx, transferId, { external: null, text: m.payment_problem_refund_to(), error: 'bad_account' });
        return null;
      }
      await move(ctx, refundTransferMachine, 'send', transferId, null, 'clock');
      await putTransfer(ctx.db, transferId, {
        ...{ sent_at: clock.now(), ask_at: new Date(clock.ms() + 60_000) },
        account_id: (await rail.from(ctx.db)) ?? transfer.account_id,
      });
      return { key: transfer.key, phone, cents: cents(transfer.cents), remarks: refund.code };
    },
    begun: (ctx, conversation) => putTransfer(ctx.db, transferId, { conversation_id: conversation }),
    failed: (ctx, answer) => failed(ctx, transferId, answer),
    lost: (ctx, answer, error) => lost(ctx, transferId, answer, error),
  });

/** What M-Pesa says became of a refund, as often as it says it. */
export async function followRefund(ctx: Ctx, said: Happenings['payout.answered']): Promise<void> {
  const row = await everything(ctx.db, 'refund_transfer', why).select().select('id').where(isAnswered(said)).executeTakeFirst();
  if (!row) return;
  const { outcome, answer, error } = heard(said);
  if (outcome === 'paid' && said.cents !== null && (await differs(ctx, row.id, said.cents))) return;
  if (outcome === 'paid') await confirmed(ctx, row.id, answer);
  else if (outcome === 'unknown') await lost(ctx, row.id, answer, error);
  else await failed(ctx, row.id, { ...answer, error });
}

const due = (db: Db) =>
  everything(db, 'refund_transfer', why)
    .select()
    .select('id')
    .where('ask_at', '<=', clock.now())
    .where('status', 'in', ['sent', 'unknown'])
    .orderBy('id')
    .limit(200)
    .execute();
export const askRefunds = async (db: Db, rail: PayoutRail): Promise<number> =>
  askAfter(db, rail, await due(db), why, {
    hold: async (tx, id) => (await lockTransfer(tx, id)).transfer,
    lost,
    put: putTransfer,
    over: unheard,
  });

/** What was promised and not carried out within ten minutes (its job died, payouts were stopped) is sent all the same: only what still waits is. */
export async function sendRefundsLeft(db: Db, rail: PayoutRail): Promise<number> {
  const left = await everything(db, 'refund_transfer', why)
    .select()
    .select('id')
    .where('status', '=', 'queued')
    .where('created_at', '<', new Date(clock.ms() - 600_000))
    .orderBy('id')
    .execute();
  return eachLeft(left, ({ id }) => sendRefundOnce(db, rail, id));
}

export const refundJob = (rail: PayoutRail): Job => ({
  name: 'payment.refunds',
  everyMinutes: 1,
  run: (db) => oneByOne([() => askRefunds(db, rail), () => sendRefundsLeft(db, rail)]),
  dryRun: async (db) => (await due(db)).length,
});
