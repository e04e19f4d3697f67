import { payoutCharge, refundConfirmed } from '#contract/ledger/postings.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { RefundTrouble } from '#contract/payment/kinds.ts';
import { refundMachine, refundTransferMachine } from '#contract/payment/machine.ts';
import type { ErrorCode } from '#contract/settlement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { post } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { type Answer, isContradicted } from './outgoing.ts';
import { bankOf } from './places.ts';
import { lockTransfer, putRefund, putTransfer, type TransferRow } from './refund-rows.ts';
import { tellRefunded, tellRefundStuck } from './tell-refunds.ts';

type Held = Awaited<ReturnType<typeof lockTransfer>>;
const said = (answer: Answer) => ({ result_code: answer.code ?? null, result_text: (answer.text ?? '').slice(0, 500) });
const stuck = (ctx: Ctx, { payment, refund, transfer }: Held, why: RefundTrouble): Promise<void> =>
  tellRefundStuck(ctx, payment, { code: refund.code, cents: refund.cents, attempt: transfer.attempt, why });

/** It left the paybill: what it was, and what sending it cost the platform, each by itself, as the statement shows them. */
async function booked(ctx: Ctx, { payment, refund }: Held, transfer: TransferRow): Promise<void> {
  const bank = bankOf({ id: transfer.account_id, rail: 'mpesa' });
  const about = {
    ...{ source: ['payment', payment.id] as const, companyId: payment.company_id, by: ctx.me.userId },
    params: { who: payment.payer ?? '', how: `M-Pesa ${transfer.external_id ?? transfer.key}`, code: refund.code },
  };
  await post(ctx.db, {
    ...{ key: `refund:${refund.id}:paid`, kind: 'payout_confirmed', ...about, pairs: refundConfirmed(bank, refund.id, refund.cents) },
  });
  if (transfer.fee_cents > 0)
    await post(ctx.db, { key: `refund:${refund.id}:charge`, kind: 'payout_charge', ...about, pairs: payoutCharge(bank, transfer.fee_cents, null) });
}

/** It arrived: by M-Pesa's word it is proven and the payer hears of it; what a person read waits for the statement's line. */
async function arrived(ctx: Ctx, held: Held, answer: Answer, by: 'mpesa' | 'person'): Promise<void> {
  const { payment, refund } = held;
  const transfer = { ...held.transfer, external_id: answer.external };
  await putTransfer(ctx.db, transfer.id, {
    ...{ ...said(answer), external_id: answer.external, error: null, disputed_at: null, ask_at: null },
    ...{ settled_at: clock.now(), settled_by: ctx.me.userId },
  });
  const proof = answer.external ?? transfer.key;
  await move(ctx, refundMachine, 'pay', refund.id, proof, 'clock');
  await putRefund(ctx.db, refund.id, {
    ...{ proof, paid_at: clock.now(), paid_how: 'mpesa', paid_from: transfer.account_id },
    proven_at: by === 'mpesa' ? clock.now() : null,
  });
  await booked(ctx, held, transfer);
  if (by === 'mpesa') await tellRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof });
}

/** Answers that contradict each other: nobody decides that but a person with the statement. What stood as arrived is no longer proven. */
async function disagree(ctx: Ctx, held: Held, text: string): Promise<void> {
  const { transfer, refund } = held;
  if (transfer.status === 'unknown' && transfer.disputed_at !== null) return;
  const asks = transfer.status === 'unknown' ? { ask_at: clock.now() } : {};
  if (transfer.status === 'confirmed') await putRefund(ctx.db, refund.id, { proven_at: null });
  else await putTransfer(ctx.db, transfer.id, { error: 'callback_lost', disputed_at: clock.now(), result_text: text.slice(0, 500), ...asks });
  await stuck(ctx, held, 'disagree');
}

/** A second time is nothing; of what a person said M-Pesa's own word under the same number is the proof. */
async function saidAgain(ctx: Ctx, { transfer, refund, payment }: Held, { external }: Answer): Promise<void> {
  if (refund.proven_at !== null || transfer.settled_by === null || external !== transfer.external_id) return;
  await putRefund(ctx.db, refund.id, { proven_at: clock.now() });
  await tellRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof: refund.proof ?? '' });
}

export async function confirmed(ctx: Ctx, id: number, answer: Answer, by: 'mpesa' | 'person' = 'mpesa'): Promise<void> {
  const held = await lockTransfer(ctx.db, id);
  const { status } = held.transfer;
  if (status === 'confirmed') return saidAgain(ctx, held, answer);
  if (status === 'twice') return;
  if (status === 'failed' && by === 'mpesa') return disagree(ctx, held, answer.text ?? '');
  if (status === 'queued') await move(ctx, refundTransferMachine, 'send', id, null, 'clock');
  await move(ctx, refundTransferMachine, status === 'failed' ? 'find' : 'confirm', id, answer.code ?? null, 'clock');
  await arrived(ctx, held, answer, by);
}

/** It certainly did not arrive. It stays promised to the payer: sent again, given by hand or taken back. */
export async function failed(ctx: Ctx, id: number, answer: Answer & { readonly error: ErrorCode }, by: 'mpesa' | 'person' = 'mpesa'): Promise<void> {
  const held = await lockTransfer(ctx.db, id);
  const { status, error } = held.transfer;
  if (status === 'failed' || status === 'twice') return;
  if (status === 'confirmed' || (by === 'mpesa' && isContradicted(error))) return disagree(ctx, held, answer.text ?? '');
  await move(ctx, refundTransferMachine, 'fail', id, answer.code ?? null, 'clock');
  await putTransfer(ctx.db, id, {
    ...said(answer),
    error: answer.error,
    disputed_at: null,
    ask_at: null,
    settled_at: clock.now(),
    settled_by: ctx.me.userId,
  });
  await stuck(ctx, held, 'failed');
}

/** Both arrived: what went the second time has left, is no refund and nobody's. The platform bears it until the payer gives it back. */
export async function arrivedTwice(ctx: Ctx, id: number, answer: Answer): Promise<void> {
  const { transfer, refund, payment } = await lockTransfer(ctx.db, id);
  await move(ctx, refundTransferMachine, 'double', id, answer.external, 'clock');
  await putTransfer(ctx.db, id, {
    ...{ ...said(answer), external_id: answer.external, error: 'duplicate', disputed_at: null, ask_at: null },
    ...{ settled_at: clock.now(), settled_by: ctx.me.userId },
  });
  for (const [what, sum] of [
    ['twice', transfer.cents],
    ['twice:charge', transfer.fee_cents],
  ] as const)
    if (sum > 0)
      await post(ctx.db, {
        ...{ key: `refund:${refund.id}:${what}:${id}`, kind: 'payout_charge', source: ['payment', payment.id], companyId: payment.company_id },
        params: { who: payment.payer ?? '', how: `M-Pesa ${answer.external ?? transfer.key}`, code: refund.code },
        ...{ by: ctx.me.userId, valueDay: dayOf((transfer.sent_at ?? transfer.created_at).toISOString()) },
        pairs: payoutCharge(bankOf({ id: transfer.account_id, rail: 'mpesa' }), sum, null),
      });
}

/** What waited to be sent goes no more: a person took it back, or another arrived. */
export async function dropped(ctx: Ctx, { id }: Pick<TransferRow, 'id'>, text: string): Promise<void> {
  await move(ctx, refundTransferMachine, 'fail', id, text, 'clock');
  await putTransfer(ctx.db, id, { result_text: text, settled_at: clock.now(), settled_by: ctx.me.userId });
}

/** Nobody knows: it stays on its way under its key, and M-Pesa is asked. */
export async function lost(ctx: Ctx, id: number, answer: Answer, error: ErrorCode = 'timeout'): Promise<void> {
  const { transfer } = await lockTransfer(ctx.db, id);
  if (transfer.status !== 'sent') return;
  await move(ctx, refundTransferMachine, 'lose', id, answer.code ?? null, 'clock');
  await putTransfer(ctx.db, id, { ...said(answer), error, ask_at: transfer.ask_at ?? new Date(clock.ms() + 60_000) });
}

/** Another amount than was sent: nothing moves, M-Pesa has said what it knows, and a person looks. */
export async function differs(ctx: Ctx, id: number, amount: number): Promise<boolean> {
  const held = await lockTransfer(ctx.db, id);
  const { transfer } = held;
  if (transfer.cents === amount || transfer.status === 'twice') return false;
  const text = m.settlement_mpesa_amount({ said: kesPlain(amount), sent: kesPlain(transfer.cents) });
  if (transfer.status === 'confirmed' || transfer.status === 'failed') await disagree(ctx, held, text);
  else {
    await lost(ctx, id, { external: null, text });
    await putTransfer(ctx.db, id, { error: 'amount_mismatch', result_text: text.slice(0, 500), ask_at: null });
    await stuck(ctx, held, 'amount');
  }
  return true;
}

/** A day without an answer. */
export const unheard = async (ctx: Ctx, { id }: Pick<TransferRow, 'id'>): Promise<void> => stuck(ctx, await lockTransfer(ctx.db, id), 'unknown');
