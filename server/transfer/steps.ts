import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { TransferErrorCode } from '#contract/transfer/errors.ts';
import { isTransferResponseOverdue } from '#contract/transfer/kinds.ts';
import type { PayoutRailKind } from '#contract/wallet/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import type { AnswerSource, LockedAttempt, TransferAnswer, TransferAttempt, TransferFailure, TransferPurpose } from './purpose.ts';

const isEnded = (status: TransferAttempt['status']): boolean => status === 'failed' || status === 'reversed' || status === 'twice';
const resultOf = (answer: TransferAnswer) => ({ result_code: answer.code ?? null, result_text: (answer.text ?? '').slice(0, 500) });
const ended = (ctx: Ctx) => ({ ask_at: null, settled_at: clock.now(), settled_by: ctx.me.userId });

/** A person with the statement resolves contradicting answers. The rail is queried once more where the attempt is unknown. */
async function contradict<H extends LockedAttempt>(ctx: Ctx, purpose: TransferPurpose<H>, held: H, text: string): Promise<void> {
  const { id, status } = held.transfer;
  if (status === 'unknown') {
    if ((await purpose.errorOf(ctx.db, held)) === 'callback_lost') return;
    await purpose.put(ctx.db, id, { ask_at: clock.now() });
  }
  await purpose.onContradicted(ctx, held, text);
}

/** Records that the transfer was paid. Returns whether that is new, because the rail may repeat it. */
export async function confirmTransfer<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H>,
  id: number,
  answer: TransferAnswer,
  by: AnswerSource = 'rail',
): Promise<boolean> {
  const held = await purpose.lock(ctx.db, id);
  const { status, external_id } = held.transfer;
  if (status === 'confirmed') await purpose.onRepeated?.(ctx, held, answer);
  // A returned transfer was paid before, and the case of a transfer that was paid twice is closed.
  const isKnown = status === 'reversed' && (answer.external === null || answer.external === external_id);
  if (status === 'confirmed' || status === 'twice' || isKnown) return false;
  const found = status === 'failed' && by === 'person';
  if (isEnded(status) && !found) {
    await contradict(ctx, purpose, held, answer.text ?? '');
    return false;
  }
  // No other attempt is sent in place of the paid one.
  if (found) for (const other of await purpose.queuedBeside(ctx.db, held)) await dropTransfer(ctx, purpose, other.id, purpose.supersededBy(held));
  const external = answer.external ?? external_id;
  await purpose.put(ctx.db, id, { ...resultOf(answer), ...ended(ctx), external_id: external });
  if (status === 'queued') await purpose.move(ctx, 'send', id, null);
  await purpose.move(ctx, found ? 'find' : 'confirm', id, answer.code ?? null);
  await purpose.onConfirmed(ctx, { ...held, transfer: { ...held.transfer, external_id: external } }, answer, { by, found });
  return true;
}

/** Records that the transfer has certainly failed, so that another attempt may be made. Returns whether that is new. */
export async function failTransfer<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H>,
  id: number,
  answer: TransferFailure,
  by: AnswerSource = 'rail',
): Promise<boolean> {
  const held = await purpose.lock(ctx.db, id);
  const { status, rail } = held.transfer;
  if (isEnded(status)) return false;
  if (status === 'confirmed' || (by === 'rail' && rail === 'mpesa' && isContradicted(await purpose.errorOf(ctx.db, held)))) {
    await contradict(ctx, purpose, held, answer.text ?? '');
    return false;
  }
  await purpose.put(ctx.db, id, { ...resultOf(answer), ...ended(ctx) });
  await purpose.move(ctx, 'fail', id, answer.code ?? null);
  await purpose.onFailed(ctx, held, answer);
  return true;
}
/** The attempt was reported as paid, in any amount, or contradicted before, so M-Pesa's report alone does not make the failure certain. */
const isContradicted = (error: TransferErrorCode | null): boolean => error === 'amount_mismatch' || error === 'callback_lost';

/** Drops a queued attempt, because the request was withdrawn or another attempt was paid. */
export async function dropTransfer<H extends LockedAttempt>(ctx: Ctx, purpose: TransferPurpose<H>, id: number, text: string): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  await purpose.put(ctx.db, id, { ...ended(ctx), result_text: text.slice(0, 500) });
  await purpose.move(ctx, 'fail', id, text);
  await purpose.onDropped?.(ctx, held, text);
}

/** Records that the outcome is unknown: the money stays in transit under its key, and M-Pesa is queried. */
export async function markTransferUnknown<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H>,
  id: number,
  answer: TransferAnswer,
  error: TransferErrorCode = 'timeout',
): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  const { status, rail, ask_at } = held.transfer;
  if (status !== 'sent') return;
  await purpose.put(ctx.db, id, { ...resultOf(answer), ask_at: rail === 'mpesa' ? (ask_at ?? new Date(clock.ms() + 60_000)) : null });
  await purpose.move(ctx, 'lose', id, answer.code ?? null);
  await purpose.onUnknown(ctx, held, error, answer.text ?? '');
}

/**
 * Records that another amount was paid than sent: nothing is posted, M-Pesa is not queried again, and a person decides. For a failed attempt it is a
 * contradiction instead.
 */
export async function recordTransferAmountMismatch<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H>,
  id: number,
  cents: number,
): Promise<boolean> {
  const held = await purpose.lock(ctx.db, id);
  const { transfer } = held;
  if (transfer.cents === cents || isEnded(transfer.status)) return false;
  const text = m.settlement_mpesa_amount({ said: formatKesPlain(cents), sent: formatKesPlain(transfer.cents) });
  await markTransferUnknown(ctx, purpose, id, { external: null, text }, 'amount_mismatch');
  if (transfer.status !== 'confirmed') await purpose.put(ctx.db, id, { ask_at: null });
  await purpose.onOtherAmount(ctx, held, text);
  return true;
}

/** Records that a paid transfer was returned to the account it was sent from. The purpose posts it: `book` runs while the attempt is locked. */
export async function recordTransferReturn<H extends LockedAttempt>(
  ctx: Ctx,
  purpose: TransferPurpose<H, 'reverse'>,
  id: number,
  reason: string,
  book: (held: H) => Promise<unknown>,
): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  await purpose.move(ctx, 'reverse', id, reason);
  await purpose.put(ctx.db, id, { settled_at: clock.now(), settled_by: ctx.me.userId });
  await book(held);
}

type Waiting = { readonly rail: PayoutRailKind; readonly sent_at: Date | null; readonly evidence_file_id: number | null };
/** A person may record that nothing arrived once the rail's time is over, or with evidence. */
export const canRecordTransferFailure = ({ rail, sent_at, evidence_file_id }: Waiting): boolean =>
  evidence_file_id !== null || isTransferResponseOverdue(rail, sent_at, clock.now());
/** A person recorded the failure or the return and may be wrong, so another person decides about the next attempt. */
export const isFailedByPerson = ({ status, settled_by }: { readonly status: string; readonly settled_by: number | null }): boolean =>
  (status === 'failed' || status === 'reversed') && settled_by !== null;
