import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { buildPayoutChargePostings, buildRefundConfirmedPostings } from '#contract/ledger/postings.ts';
import type { RefundProblem } from '#contract/refund/kinds.ts';
import { refundMachine, refundTransferMachine } from '#contract/refund/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { postJournal, readAccountPayoutsBlockedReason } from '#server/ledger/service.ts';
import { onTransferAnswer, type TransferAnswer, type TransferPurpose, type TransferSendDecision } from '#server/transfer/service.ts';
import { toPayingAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { notifyRefunded, notifyRefundTransferProblem } from './notify.ts';
import { type LockedRefundTransfer, lockRefundTransfer, readAttempts, updateRefund, updateRefundTransfer } from './rows.ts';
import { decryptRefundPhone } from './send.ts';

const why = 'scheduled job sends refunds from Makao’s paybill and queries their status';
const stuck = (ctx: Ctx, { payment, refund, transfer }: LockedRefundTransfer, trouble: RefundProblem): Promise<void> =>
  notifyRefundTransferProblem(ctx, payment, { code: refund.code, cents: refund.cents, attempt: transfer.attempt, why: trouble });
const paybillOf = ({ transfer }: LockedRefundTransfer) => toPayingAccount({ id: transfer.account_id, rail: 'mpesa', fund: 'C' });
const aboutJournal = (ctx: Ctx, { payment, refund, transfer }: LockedRefundTransfer) => ({
  source: ['payment', payment.id] as const,
  companyId: payment.company_id,
  by: ctx.me.userId,
  params: { who: payment.payer ?? '', how: `M-Pesa ${transfer.external_id ?? transfer.key}`, code: refund.code },
});

/** Posts the refund from the paybill, and the sending fee, which the platform bears: two journal entries, because the statement shows two lines. */
async function bookLeft(ctx: Ctx, held: LockedRefundTransfer): Promise<void> {
  const { refund, transfer } = held;
  const [bank, about] = [paybillOf(held), aboutJournal(ctx, held)];
  const pairs = buildRefundConfirmedPostings(bank, refund.id, refund.cents);
  await postJournal(ctx.db, { key: `refund:${refund.id}:paid`, kind: 'payout_confirmed', ...about, pairs });
  if (transfer.fee_cents > 0)
    await postJournal(ctx.db, {
      key: `refund:${refund.id}:charge`,
      kind: 'payout_charge',
      ...about,
      pairs: buildPayoutChargePostings(bank, transfer.fee_cents, null),
    });
}

/** A refund is not sent while payouts are stopped, while an earlier attempt is disputed, or while M-Pesa may have reversed the payment itself. */
async function isHeldUp(db: Db, { payment, refund, transfer }: LockedRefundTransfer): Promise<boolean> {
  if (payment.status !== 'completed' || refund.status !== 'approved' || (await readAccountPayoutsBlockedReason(db, async () => transfer.account_id)))
    return true;
  if ((await readAttempts(db, refund.id)).some((one) => one.disputed_at !== null)) return true;
  const doubt = await unscopedTable(db, 'payment_doubt', why)
    .select()
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return doubt !== undefined;
}
async function orderOf({ db }: Ctx, held: LockedRefundTransfer): Promise<TransferSendDecision> {
  if (await isHeldUp(db, held)) return null;
  const phone = decryptRefundPhone(held.refund);
  return phone === null ? { refused: m.payment_problem_refund_to() } : { phone, remarks: held.refund.code };
}
/** A confirmed refund becomes unproven again; any other attempt is disputed, and nothing more is sent until a person decides. */
async function dispute(ctx: Ctx, held: LockedRefundTransfer, text: string): Promise<void> {
  const { transfer, refund } = held;
  if (transfer.status === 'confirmed') await updateRefund(ctx.db, refund.id, { proven_at: null });
  else await updateRefundTransfer(ctx.db, transfer.id, { error: 'callback_lost', disputed_at: clock.now(), result_text: text.slice(0, 500) });
  await stuck(ctx, held, 'disagree');
}

export const refundTransferPurpose: TransferPurpose<LockedRefundTransfer> = {
  table: 'refund_transfer',
  byPhone: sql<boolean>`true`,
  why,
  lock: lockRefundTransfer,
  put: updateRefundTransfer,
  move: (ctx, name, id, reason) => makeMove(ctx, refundTransferMachine, name, id, reason, 'clock'),
  queuedBeside: async (db, { refund }) => (await readAttempts(db, refund.id)).filter(({ status }) => status === 'queued'),
  supersededBy: () => m.payment_refund_found(),
  errorOf: async (_, { transfer }) => (transfer.disputed_at === null ? transfer.error : 'callback_lost'),
  order: orderOf,
  /** M-Pesa's confirmation is proof, and the payer is notified. A person's record needs the statement line. */
  async onConfirmed(ctx, held, answer, { by }) {
    const { payment, refund, transfer } = held;
    await updateRefundTransfer(ctx.db, transfer.id, { error: null, disputed_at: null });
    const proof = answer.external ?? transfer.key;
    await makeMove(ctx, refundMachine, 'pay', refund.id, proof, 'clock');
    await updateRefund(ctx.db, refund.id, {
      proof,
      paid_at: clock.now(),
      paid_how: 'mpesa',
      paid_from: transfer.account_id,
      proven_at: by === 'rail' ? clock.now() : null,
    });
    await bookLeft(ctx, held);
    if (by === 'rail') await notifyRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof });
  },
  /** A refund that a person recorded as arrived is proven once M-Pesa confirms it under the same number. */
  async onRepeated(ctx, { transfer, refund, payment }, { external }) {
    if (refund.proven_at !== null || transfer.settled_by === null || external !== transfer.external_id) return;
    await updateRefund(ctx.db, refund.id, { proven_at: clock.now() });
    await notifyRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof: refund.proof ?? '' });
  },
  /** After a failure the money stays reserved for the payer: the refund is sent again, paid manually or cancelled. */
  async onFailed(ctx, held, answer) {
    await updateRefundTransfer(ctx.db, held.transfer.id, { error: answer.error, disputed_at: null });
    await stuck(ctx, held, 'failed');
  },
  onUnknown: (ctx, { transfer }, error) => updateRefundTransfer(ctx.db, transfer.id, { error }),
  onContradicted: dispute,
  async onOtherAmount(ctx, held, text) {
    if (held.transfer.status === 'confirmed') return dispute(ctx, held, text);
    await updateRefundTransfer(ctx.db, held.transfer.id, { error: 'amount_mismatch', result_text: text.slice(0, 500) });
    await stuck(ctx, held, 'amount');
  },
  onUnanswered: (ctx, held) => stuck(ctx, held, 'unknown'),
};

export const onRefundAnswer = (ctx: Ctx, said: DomainEvents['payout.answered']): Promise<void> => onTransferAnswer(ctx, refundTransferPurpose, said);

/** Two attempts were paid. The second also left the paybill and is no refund. The platform bears it until the payer returns it. */
export async function recordDuplicateRefund(ctx: Ctx, id: number, answer: TransferAnswer): Promise<void> {
  const held = await lockRefundTransfer(ctx.db, id);
  const { transfer, refund } = held;
  await makeMove(ctx, refundTransferMachine, 'double', id, answer.external, 'clock');
  await updateRefundTransfer(ctx.db, id, {
    result_code: null,
    result_text: (answer.text ?? '').slice(0, 500),
    external_id: answer.external,
    error: 'duplicate',
    disputed_at: null,
    ask_at: null,
    settled_at: clock.now(),
    settled_by: ctx.me.userId,
  });
  const now = { ...held, transfer: { ...transfer, external_id: answer.external } };
  for (const [what, cents] of [
    ['twice', transfer.cents],
    ['twice:charge', transfer.fee_cents],
  ] as const)
    if (cents > 0)
      await postJournal(ctx.db, {
        key: `refund:${refund.id}:${what}:${id}`,
        kind: 'payout_charge',
        ...aboutJournal(ctx, now),
        valueDay: toNairobiDay((transfer.sent_at ?? transfer.created_at).toISOString()),
        pairs: buildPayoutChargePostings(paybillOf(held), cents, null),
      });
}
