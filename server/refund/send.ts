import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { msisdnOf } from '#contract/daraja/phone.ts';
import { type Cents, isWhole } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { RefundWay } from '#contract/refund/kinds.ts';
import { feeOf } from '#contract/wallet/fees.ts';
import { type PaymentRow, reveal } from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { opened } from '#server/kernel/seal.ts';
import { newKey } from '#server/transfer/service.ts';
import { type AccountRow, holdRail, payingFrom, roomAt } from '#server/treasury/service.ts';
import { settingsNow } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { attemptsOf, type RefundRow } from './rows.ts';

const why = 'whether a refund can be sent';

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
/** The phone number a refund goes to; null where it goes elsewhere, or was erased. */
export const numberOf = ({ to_sealed }: Pick<RefundRow, 'to_sealed'>): string | null =>
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
