import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { toMsisdn } from '#contract/daraja/phone.ts';
import { type Cents, isWholeShillings } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { RefundMethod } from '#contract/refund/kinds.ts';
import { getPayoutFee } from '#contract/wallet/fees.ts';
import { type PaymentRow, unsealPhone } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { unsealIfSealed } from '#server/kernel/seal.ts';
import { readAccountPayoutsBlockedReason } from '#server/ledger/service.ts';
import { createTransferKey } from '#server/transfer/service.ts';
import { type CollectionAccountRow, lockRail, readAvailableBalance, readPayingAccountRow } from '#server/treasury/service.ts';
import { readPayoutSettings } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { type RefundRow, readAttempts } from './rows.ts';

const why = 'checks whether a refund can be sent';

type Source = Pick<PaymentRow, 'fund' | 'holder_id' | 'account_id' | 'phone_sealed' | 'phone_tail'>;
/** Whether the platform can send the refund by M-Pesa: client money on its own paybill, in whole shillings within M-Pesa's limits. */
async function isSendable(db: Db, { fund, holder_id, account_id }: Source, sum: number): Promise<boolean> {
  if (fund !== 'C' || holder_id !== null || account_id === null) return false;
  if (!isWholeShillings(sum) || sum < mpesaLimits.leastOut || sum > mpesaLimits.most) return false;
  const place = await unscopedTable(db, 'collection_account', why)
    .select()
    .select(['company_id', 'rail'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  return place.company_id === null && place.rail === 'mpesa';
}
/** Client money is not paid out while the ledger is wrong, or the account it leaves from differs. */
export const readRefundBlockedReason = (db: Db, payment: Pick<PaymentRow, 'account_id'>, refund: Pick<RefundRow, 'way'>) =>
  readAccountPayoutsBlockedReason(db, async () =>
    refund.way === 'hand' ? payment.account_id : ((await readPayingAccountRow(db, 'mpesa'))?.id ?? null),
  );
/** The default method of a refund. Without an amount: of one that M-Pesa can send. */
export const findDefaultRefundMethod = async (db: Db, payment: Source, sum: number = mpesaLimits.leastOut): Promise<RefundMethod> =>
  (await isSendable(db, payment, sum)) ? (payment.phone_sealed === null ? 'typed' : 'payer') : 'hand';

/**
 * The method of a refund: by M-Pesa only to the number of the payment, or to a typed number if that is unknown; any other destination is paid
 * manually.
 */
export async function chooseRefundMethod(
  db: Db,
  payment: Source,
  sum: number,
  given: string | undefined,
): Promise<{ way: RefundMethod; to: string }> {
  const usual = await findDefaultRefundMethod(db, payment, sum);
  const number = given === undefined ? null : toMsisdn(given);
  if (usual === 'payer' && payment.phone_sealed !== null) {
    const own = unsealPhone(payment.phone_sealed);
    if (given === undefined || number === own) return { way: 'payer', to: own };
  }
  if (given === undefined) throw invalidInputRefusal({ to: m.payment_problem_refund_to() });
  if (usual !== 'typed' || number === null) return { way: 'hand', to: given };
  // The last digits of a masked number are known.
  if (payment.phone_tail !== null && !number.endsWith(payment.phone_tail))
    throw invalidInputRefusal({ to: m.payment_problem_refund_tail({ tail: payment.phone_tail }) });
  return { way: 'typed', to: number };
}
/** The phone number of a refund; null if it has another destination, or was erased. */
export const decryptRefundPhone = ({ to_sealed }: Pick<RefundRow, 'to_sealed'>): string | null =>
  to_sealed === '' ? null : toMsisdn(unsealIfSealed<{ to: string }>({ sealed: to_sealed }).to);
/** The approver types the number too, so that one typing error is found. */
export function assertNumberRetyped(refund: Pick<RefundRow, 'way' | 'to_sealed'>, again: string | undefined): void {
  if (refund.way === 'typed' && (again === undefined || toMsisdn(again) !== decryptRefundPhone(refund)))
    throw invalidInputRefusal({ to: m.payment_problem_refund_typed() });
}

type Leaving = { readonly account: CollectionAccountRow; readonly fee: Cents };
/** Locks the sending paybill and checks that it has enough unreserved money. `promised`: the refund's own amount is already reserved. */
export async function lockRefundPaybill(ctx: Ctx, payment: PaymentRow, refund: RefundRow, promised: boolean): Promise<Leaving> {
  await lockRail(ctx.db, 'mpesa');
  const account = await readPayingAccountRow(ctx.db, 'mpesa');
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  const fee = getPayoutFee((await readPayoutSettings(ctx.db)).fees, refund.cents);
  const room = (await readAvailableBalance(ctx.db, account)) + (promised && account.id === payment.account_id ? refund.cents : 0);
  if (refund.cents + fee > room)
    throw new Refusal(
      'conflict',
      m.payment_refusal_refund_swept({ name: account.name, left: formatKesPlain(Math.max(0, room)), sum: formatKesPlain(refund.cents + fee) }),
    );
  return { account, fee };
}
/** An attempt is saved before a job makes it. */
export async function startRefundTransfer(ctx: Ctx, refund: RefundRow, { account, fee }: Leaving): Promise<void> {
  const [last] = await readAttempts(ctx.db, refund.id);
  const { id } = await add(ctx, 'refund_transfer')
    .values({
      refund_id: refund.id,
      attempt: (last?.attempt ?? 0) + 1,
      account_id: account.id,
      cents: refund.cents,
      fee_cents: fee,
      key: createTransferKey('R', refund.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueJob(ctx.db, 'payment.refund_send', { transferId: id }, `payment.refund_send:${id}`);
}
