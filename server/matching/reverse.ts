import { z } from 'zod';
import { type ReversalCause, reversalCauses } from '#contract/collection/kinds.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import {
  buildPaymentLogFacts,
  notifyPaymentReversed,
  type PaymentRow,
  releaseReceiptReference,
  reversePaymentAndReceipt,
  updatePayment,
} from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { defineRequestedAct } from '#server/kernel/requested-acts.ts';
import { reverseJournal } from '#server/ledger/service.ts';
import { lockRail, readAvailableBalance, readCollectionAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { lockPaymentWithAllocations, unallocatePayment } from './unallocate.ts';

/**
 * How a person may reverse a payment: `direct` alone, `request` with a second person of Makao, null not at all. M-Pesa or a bank confirmed a payment
 * that was not recorded by hand, so one person of Makao never reverses it, nor any client money. A company reverses what it recorded on its own
 * account. The owner company reverses the cash of its agent; the holder of confirmed cash asks Makao.
 */
export function findReversalWay(
  { role, companyId }: Ctx['me'],
  row: Pick<PaymentRow, 'recorded_by' | 'code_until' | 'company_id' | 'holder_id' | 'fund'>,
): 'direct' | 'request' | null {
  const proven = row.recorded_by === null;
  if (role === 'admin' || role === 'superadmin') return proven || row.fund === 'C' ? 'request' : 'direct';
  if (proven) return null;
  const holds = companyId !== null && companyId === row.holder_id;
  const alone = row.code_until === null ? row.fund === 'M' || (companyId !== null && !holds) : companyId === row.company_id && !holds;
  if (alone) return 'direct';
  return companyId === null ? null : 'request';
}

type Reversal = {
  readonly reason: string;
  readonly cause: ReversalCause;
  /** The day of the reversal. */
  readonly on?: Day;
  /** A correction sends its own message. */
  readonly quiet?: boolean;
};
/**
 * Reverses a payment: undoes its allocations and its receipt in the ledger, reopens the invoices and notifies people. A second call changes nothing.
 */
export async function applyPaymentReversal(
  ctx: Ctx,
  paymentId: number,
  { reason, cause, on = clock.today(), quiet = false }: Reversal,
): Promise<boolean> {
  const seen = await lockPaymentWithAllocations(ctx, paymentId);
  if (seen.status !== 'completed') return false;
  if (seen.refunded_cents > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  await publishEvent(ctx, 'payment.freeing', { paymentId, reason, credit: false });
  const payment = await unallocatePayment(ctx, seen, { reason });
  const receipt = await reversePaymentAndReceipt(ctx, paymentId, reason);
  const undoReceipt = () =>
    receipt &&
    reverseJournal(ctx.db, {
      of: `receipt:${receipt.id}`,
      key: `receipt:${receipt.id}:undo`,
      kind: 'money_reversed',
      by: ctx.me.userId,
      valueDay: on,
    });
  if (payment.spent_cents === 0) await undoReceipt();
  // A module that sold something for the payment reverses that first, from the accounts that hold the money now.
  await publishEvent(ctx, 'payment.reversed', { paymentId });
  if (payment.spent_cents > 0) await undoReceipt();
  const after = await updatePayment(ctx.db, paymentId, { match: 'unmatched', spent_cents: 0 });
  await record(ctx, seen, after, reason);
  if (!quiet) await notifyPaymentReversed(ctx, after, reason, cause);
  return true;
}
const record = (ctx: Ctx, before: PaymentRow, after: PaymentRow, reason: string): Promise<void> =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id: after.id,
    code: after.code,
    before: buildPaymentLogFacts(before),
    after: buildPaymentLogFacts(after),
    reason,
  });

/**
 * Refuses a reversal of cash that reached the bank, and one that would leave an account of Makao with less than its balance and the transfers that are approved already. `taken`: the amount
 * is not deducted from the balance yet. The lock serializes it with payouts and other reversals.
 */
export async function assertAccountCovers(
  ctx: Ctx,
  payment: Pick<PaymentRow, 'fund' | 'account_id' | 'cents' | 'banked_line_id'>,
  taken = 0,
): Promise<void> {
  if (payment.fund !== 'C' || payment.account_id === null) return;
  if (payment.banked_line_id !== null) throw new Refusal('conflict', m.payment_refusal_banked());
  const { id, rail, fund, name } = await readCollectionAccount(ctx.db, payment.account_id);
  if (rail === 'cash') return;
  await lockRail(ctx.db, rail);
  const left = (await readAvailableBalance(ctx.db, { id, rail, fund })) - taken;
  if (left < 0)
    throw new Refusal('conflict', m.payment_refusal_below_zero({ name, sum: formatKesPlain(payment.cents), missing: formatKesPlain(-left) }));
}

/** The reversal that a person decided. The reference of a mistake is free again, so that the payment can be recorded correctly. */
export async function reverseByPerson(ctx: Ctx, payment: PaymentRow, { reason, cause }: Reversal): Promise<void> {
  // Another person reversed the payment at the same moment.
  if (!(await applyPaymentReversal(ctx, payment.id, { reason, cause })))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: 'reversed' });
  await assertAccountCovers(ctx, payment);
  if (payment.recorded_by !== null && cause !== 'bounced' && cause !== 'returned') await releaseReceiptReference(ctx.db, payment.id, payment.id);
}

const causeTexts = {
  mistake: m.payment_cause_mistake,
  bounced: m.payment_cause_bounced,
  returned: m.payment_cause_returned,
  provider: m.payment_cause_provider,
} as const;
/** Reverses a payment that M-Pesa, a bank or its payer confirmed, after a second person approved it. */
export const receiptReversalAct = defineRequestedAct({
  params: z.object({ payment_id: z.number(), code: z.string(), cents: z.number(), cause: z.enum(reversalCauses) }),
  document: 'payments',
  describe: ({ code, cents, cause }) => m.payment_act_reversal({ code, sum: formatKesPlain(cents), cause: causeTexts[cause]() }),
  page: ({ payment_id, code }) => ({ screen: 'payment.financeOne', companyScreen: 'payment.detail', params: { id: payment_id, code } }),
  execute: async (ctx, { payment_id, cause }, { reason }) => {
    const payment = await lockPaymentWithAllocations(ctx, payment_id);
    if (payment.status !== 'completed') throw new Refusal('wrongState', m.shell_refusal_state(), { from: payment.status });
    await reverseByPerson(ctx, payment, { reason, cause });
  },
});
