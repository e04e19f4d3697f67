import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { ErrorCode } from '#contract/transfer/errors.ts';
import { isOver } from '#contract/transfer/kinds.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import type { Answer, Attempt, Failure, Held, Purpose, Source } from './purpose.ts';

const isEnded = (status: Attempt['status']): boolean => status === 'failed' || status === 'reversed' || status === 'twice';
const resultOf = (answer: Answer) => ({ result_code: answer.code ?? null, result_text: (answer.text ?? '').slice(0, 500) });
const ended = (ctx: Ctx) => ({ ask_at: null, settled_at: clock.now(), settled_by: ctx.me.userId });

/** Answers that contradict each other are for a person with the statement. The rail is asked once more where the attempt is unknown. */
async function contradict<H extends Held>(ctx: Ctx, purpose: Purpose<H>, held: H, text: string): Promise<void> {
  const { id, status } = held.transfer;
  if (status === 'unknown') {
    if ((await purpose.errorOf(ctx.db, held)) === 'callback_lost') return;
    await purpose.put(ctx.db, id, { ask_at: clock.now() });
  }
  await purpose.onContradicted(ctx, held, text);
}

/** It arrived. Answers whether that is new: the rail may repeat it as often as it likes. */
export async function confirm<H extends Held>(ctx: Ctx, purpose: Purpose<H>, id: number, answer: Answer, by: Source = 'rail'): Promise<boolean> {
  const held = await purpose.lock(ctx.db, id);
  const { status, external_id } = held.transfer;
  if (status === 'confirmed') await purpose.onRepeated?.(ctx, held, answer);
  // A returned transfer had arrived, and one that arrived twice is decided.
  const isKnown = status === 'reversed' && (answer.external === null || answer.external === external_id);
  if (status === 'confirmed' || status === 'twice' || isKnown) return false;
  const found = status === 'failed' && by === 'person';
  if (isEnded(status) && !found) {
    await contradict(ctx, purpose, held, answer.text ?? '');
    return false;
  }
  // Nothing is sent in its place any more.
  if (found) for (const other of await purpose.queuedBeside(ctx.db, held)) await drop(ctx, purpose, other.id, purpose.supersededBy(held));
  const external = answer.external ?? external_id;
  await purpose.put(ctx.db, id, { ...resultOf(answer), ...ended(ctx), external_id: external });
  if (status === 'queued') await purpose.move(ctx, 'send', id, null);
  await purpose.move(ctx, found ? 'find' : 'confirm', id, answer.code ?? null);
  await purpose.onConfirmed(ctx, { ...held, transfer: { ...held.transfer, external_id: external } }, answer, { by, found });
  return true;
}

/** It certainly did not arrive: only now may another attempt be made. Answers whether that is new. */
export async function fail<H extends Held>(ctx: Ctx, purpose: Purpose<H>, id: number, answer: Failure, by: Source = 'rail'): Promise<boolean> {
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
/** Said to have been paid, in whatever amount, or contradicted already: a failure is not certain by M-Pesa's word alone. */
const isContradicted = (error: ErrorCode | null): boolean => error === 'amount_mismatch' || error === 'callback_lost';

/** A queued attempt is not sent: the request was withdrawn, or another attempt arrived. */
export async function drop<H extends Held>(ctx: Ctx, purpose: Purpose<H>, id: number, text: string): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  await purpose.put(ctx.db, id, { ...ended(ctx), result_text: text.slice(0, 500) });
  await purpose.move(ctx, 'fail', id, text);
  await purpose.onDropped?.(ctx, held, text);
}

/** Nobody knows: the money stays in transit under its key, and M-Pesa is asked. */
export async function lose<H extends Held>(ctx: Ctx, purpose: Purpose<H>, id: number, answer: Answer, error: ErrorCode = 'timeout'): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  const { status, rail, ask_at } = held.transfer;
  if (status !== 'sent') return;
  await purpose.put(ctx.db, id, { ...resultOf(answer), ask_at: rail === 'mpesa' ? (ask_at ?? new Date(clock.ms() + 60_000)) : null });
  await purpose.move(ctx, 'lose', id, answer.code ?? null);
  await purpose.onUnknown(ctx, held, error, answer.text ?? '');
}

/** Another amount than was sent: nothing is booked, M-Pesa is not asked again, and a person looks. Of a failed attempt it is a contradiction instead. */
export async function isOtherAmount<H extends Held>(ctx: Ctx, purpose: Purpose<H>, id: number, cents: number): Promise<boolean> {
  const held = await purpose.lock(ctx.db, id);
  const { transfer } = held;
  if (transfer.cents === cents || isEnded(transfer.status)) return false;
  const text = m.settlement_mpesa_amount({ said: kesPlain(cents), sent: kesPlain(transfer.cents) });
  await lose(ctx, purpose, id, { external: null, text }, 'amount_mismatch');
  if (transfer.status !== 'confirmed') await purpose.put(ctx.db, id, { ask_at: null });
  await purpose.onOtherAmount(ctx, held, text);
  return true;
}

/** It had arrived and was returned to the account it left from. The purpose books it: `book` runs with the attempt under lock. */
export async function giveBack<H extends Held>(
  ctx: Ctx,
  purpose: Purpose<H, 'reverse'>,
  id: number,
  reason: string,
  book: (held: H) => Promise<unknown>,
): Promise<void> {
  const held = await purpose.lock(ctx.db, id);
  await purpose.move(ctx, 'reverse', id, reason);
  await purpose.put(ctx.db, id, { settled_at: clock.now(), settled_by: ctx.me.userId });
  await book(held);
}

type Waiting = { readonly rail: Rail; readonly sent_at: Date | null; readonly evidence_file_id: number | null };
/** A person may record that nothing arrived: the rail had its time, or evidence is kept. */
export const mayRecordFailure = ({ rail, sent_at, evidence_file_id }: Waiting): boolean =>
  evidence_file_id !== null || isOver(rail, sent_at, clock.now());
/** A person recorded the failure or the return, and could be wrong: another person decides about the next attempt. */
export const isFailedByPerson = ({ status, settled_by }: { readonly status: string; readonly settled_by: number | null }): boolean =>
  (status === 'failed' || status === 'reversed') && settled_by !== null;
