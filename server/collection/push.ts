import { type FailureReason, pushAsks, pushEvery, pushGivenUp, pushLeast, pushMost, pushSilence } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { type CodeReason, outcomeOf, reasonOf } from '#contract/daraja/codes.ts';
import { bare } from '#contract/matching/match.ts';
import { isWhole, cents as toCents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { ownCodes } from '#server/daraja/service.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { atClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { type AccountRow, accountOf, clientFor, hookPath } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { closePush } from './complete.ts';
import { takeMovement } from './movement.ts';
import { hide, phoneMark, reveal } from './phones.ts';
import { hasOpen, insistFew, letGo, type Pushing } from './ring-limits.ts';
import { lockPayment, type PaymentRow, type PushRow, putPayment } from './rows.ts';
import { tellFailed } from './tell.ts';

const why = 'a prompt on its way, by its number';

/** What a prompt can move: whole shillings, no more than Safaricom takes at once. */
export function insistPushable(cents: number): void {
  if (cents < pushLeast || !isWhole(cents)) throw invalid({ cents: m.payment_problem_whole() });
  if (cents > pushMost) throw invalid({ cents: m.payment_problem_most({ most: kesPlain(pushMost) }) });
}

/**
 * Payment and prompt are written here and committed with the caller; the phone rings afterwards, by a job. One open prompt an invoice and number:
 * the database refuses the second of two clicks, and whoever asks hears of the first.
 */
export async function writePush(house: House, ctx: Ctx, given: Pushing): Promise<{ paymentId: number; code: string }> {
  insistPushable(given.cents);
  const mark = phoneMark(given.phone);
  if (mark === null) throw invalid({ phone: m.payment_problem_phone() });
  await insistFew(house, ctx, given, mark.toString('base64url'));
  await letGo(ctx.db, given.invoiceIds, mark);
  if (await hasOpen(ctx.db, given, mark)) throw new Refusal('conflict', m.payment_refusal_rings());
  const { phone_sealed, ...hidden } = hide(given.phone);
  const payment = await add(ctx, 'payment')
    .values({
      purpose: given.purpose,
      how: 'stk',
      fund: given.account.fund,
      cents: given.cents,
      account_id: given.account.id,
      for_table: given.forWhat?.table ?? null,
      for_id: given.forWhat?.id ?? null,
      ...given.about,
      phone_sealed,
      ...hidden,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const rings = () => new Refusal('conflict', m.payment_refusal_rings());
  const push = await unlessTaken(
    add(ctx, 'push')
      .values({
        payment_id: payment.id,
        account_id: given.account.id,
        reference: bare(payment.code),
        phone_sealed: phone_sealed ?? '',
        phone_mark: mark,
        cents: given.cents,
        for_table: given.forWhat?.table ?? null,
        for_id: given.forWhat?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    rings,
  );
  if (given.invoiceIds.length > 0)
    await unlessTaken(
      add(ctx, 'push_invoice')
        .values(given.invoiceIds.map((invoice_id) => ({ push_id: push.id, invoice_id, phone_mark: mark })))
        .execute(),
      rings,
    );
  await emit(ctx.db, 'payment.ring', { pushId: push.id }, `ring:${push.id}`);
  return { paymentId: payment.id, code: payment.code };
}

const locked = async (db: Db, id: number): Promise<{ push: PushRow; payment: PaymentRow }> => {
  const { payment_id } = await everything(db, 'push', why).select().select('payment_id').where('id', '=', id).executeTakeFirstOrThrow();
  const payment = await lockPayment(db, payment_id);
  const push = await everything(db, 'push', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
  return { push, payment };
};
const put = (db: Db, id: number, set: Partial<PushRow>) =>
  everything(db, 'push', why)
    .change()
    .set(set as object)
    .where('id', '=', id)
    .execute();
const inSeconds = (seconds: number): Date => new Date(clock.ms() + seconds * 1000);
export const openStates: readonly string[] = ['initiated', 'pending', 'unknown'];

/**
 * Has the phone ring. That it is being sent is committed before the request leaves us: whoever dies in between never sends it again, and what became
 * of it is asked about. The answer says that it was taken, never that it was paid. One that waited so long that its payer has gone rings nobody.
 */
export async function ring(house: House, pushId: number): Promise<void> {
  const { db } = house.database;
  const push = await db.transaction().execute(async (tx) => {
    const { push: row, payment } = await locked(tx, pushId);
    if (row.sent_at !== null || !row.open || !openStates.includes(payment.status)) return null;
    if (clock.ms() - row.created_at.getTime() >= pushSilence * 1000) {
      await fail(atClock(tx), row, payment, { code: ownCodes.off, text: '' });
      return null;
    }
    await put(tx, pushId, { sent_at: clock.now(), next_ask_at: inSeconds(pushAsks[0]) });
    for (const after of pushAsks) await emit(tx, 'payment.ask', { pushId }, `ask:${pushId}:${after}`, { at: inSeconds(after) });
    return row;
  });
  if (!push) return;
  const account = await accountOf(db, push.account_id);
  const said = await clientFor(house, account).push({
    phone: reveal(push.phone_sealed),
    cents: toCents(push.cents),
    reference: push.reference,
    description: push.reference,
    callback: hookPath(account, 'stk'),
  });
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const { push: row, payment } = await locked(tx, pushId);
    if (said.kind === 'accepted') {
      await put(tx, pushId, { checkout_id: said.checkoutRequestId, merchant_id: said.merchantRequestId });
      // A callback may have been faster than this answer, and wrote the same.
      if (payment.status === 'initiated' || payment.status === 'unknown') await move(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
    } else if (said.kind === 'refused') await fail(ctx, row, payment, { code: said.code, text: said.text });
    else if (payment.status === 'initiated') await loseSight(ctx, payment);
  });
}

const reasons: Partial<Readonly<Record<CodeReason, FailureReason>>> = {
  no_balance: 'balance',
  canceled: 'canceled',
  wrong_pin: 'pin',
  expired: 'expired',
  no_answer: 'unreachable',
  limit: 'limit',
  too_large: 'limit',
  too_small: 'limit',
  not_sent: 'unreachable',
  party: 'refused',
  account: 'refused',
  initiator: 'away',
};
const reasonFor = (code: string): FailureReason =>
  code.startsWith('makao.') ? (code === 'makao.phone' ? 'refused' : 'away') : (reasons[reasonOf(code)] ?? 'other');

/** Certain that no money moved. */
async function fail(ctx: Ctx, push: PushRow, payment: PaymentRow, { code, text }: { code: string; text: string }): Promise<void> {
  await closePush(ctx.db, push.id, { result_code: code, result_text: text.slice(0, 300) });
  if (!openStates.includes(payment.status)) return;
  const why = reasonFor(code);
  await move(ctx, paymentMachine, outcomeOf(code) === 'canceled' ? 'cancel' : 'fail', payment.id, text.slice(0, 300) || null, 'clock');
  await tellFailed(ctx, await putPayment(ctx.db, payment.id, { reason: why }));
}
async function loseSight(ctx: Ctx, payment: PaymentRow): Promise<void> {
  if (payment.status === 'initiated' || payment.status === 'pending') await move(ctx, paymentMachine, 'lose_sight', payment.id, null, 'clock');
}

/** When it is asked about next: soon at first, then every ten minutes. */
const nextAsk = (asks: number): Date => {
  const [before = 0, next] = [pushAsks[asks - 1], pushAsks[asks]];
  return inSeconds(next === undefined ? pushEvery : next - before);
};

/** Asks what became of a prompt; only this answer credits, and only with the sum that was asked for. */
export async function askPush(house: House, pushId: number): Promise<void> {
  const { db } = house.database;
  const push = await db.transaction().execute(async (tx) => {
    const { push: row } = await locked(tx, pushId);
    if (!row.open) return null;
    await put(tx, pushId, { asks: row.asks + 1, next_ask_at: nextAsk(row.asks + 1) });
    return row;
  });
  if (!push) return;
  const account = await accountOf(db, push.account_id);
  const said = push.checkout_id === null ? null : await clientFor(house, account).pushQuery(push.checkout_id);
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const { push: row, payment } = await locked(tx, pushId);
    if (!row.open) return;
    const outcome = said?.kind === 'accepted' ? said.outcome : 'unknown';
    if (outcome === 'paid') return paid(ctx, row, account);
    if (said?.kind === 'accepted' && outcome !== 'unknown') return fail(ctx, row, payment, said);
    if (clock.ms() - (row.sent_at ?? row.created_at).getTime() >= pushSilence * 1000) await loseSight(ctx, payment);
  });
}

/** The callback named another sum: then its number is asked about, and what M-Pesa says it was is credited. */
async function paid(ctx: Ctx, push: PushRow, account: AccountRow): Promise<void> {
  if (push.hint_cents !== null && push.hint_cents !== push.cents) {
    await put(ctx.db, push.id, { result_text: 'another sum' });
    return;
  }
  await put(ctx.db, push.id, { result_code: '0' });
  await takeMovement(ctx, {
    rail: 'mpesa',
    // What the callback called its number is not proven: it is shown, and the books wait for the paybill's own word.
    external: null,
    account,
    cents: push.cents,
    paidAt: clock.now(),
    accountText: push.reference,
    payer: '',
    phone: { phone_sealed: push.phone_sealed, phone_tail: reveal(push.phone_sealed).slice(-3), phone_mark: push.phone_mark },
    verifiedBy: 'query',
    push,
  });
  if (push.hint_code === '0' && push.hint_external !== null) await putPayment(ctx.db, push.payment_id, { external: push.hint_external });
}

/** A day has passed and Pull knows nothing of it: it is over. A receipt that comes later completes it all the same. */
export async function giveUp(db: Db, pushId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const { push, payment } = await locked(tx, pushId);
    if (!push.open) return;
    await closePush(tx, pushId);
    if (!openStates.includes(payment.status)) return;
    await move(ctx, paymentMachine, 'time_out', payment.id, null, 'clock');
    await tellFailed(ctx, await putPayment(tx, payment.id, { reason: 'unreachable' }));
  });
}
export const isGivenUp = (push: Pick<PushRow, 'sent_at' | 'created_at'>): boolean =>
  clock.ms() - (push.sent_at ?? push.created_at).getTime() >= pushGivenUp * 1000;
