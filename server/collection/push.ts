import {
  type PaymentFailureReason,
  stkPushExpirySeconds,
  stkPushMaxCents,
  stkPushMinCents,
  stkPushPollDelaySeconds,
  stkPushPollIntervalSeconds,
  stkPushUnknownAfterSeconds,
} from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { getResultCodeOutcome, getResultCodeReason, type ResultCodeReason } from '#contract/daraja/codes.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { isWholeShillings, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { makaoOutcomeCodes } from '#server/daraja/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import {
  buildMpesaCallbackPath,
  type CollectionAccountRow,
  getPaymentFund,
  makeDarajaClientForAccount,
  readCollectionAccount,
} from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { closeStkPush } from './complete-payments.ts';
import { notifyPaymentFailed } from './notify.ts';
import { makePhoneBlindMark, sealPhone, unsealPhone } from './phones.ts';
import { recordReceipt } from './record-receipts.ts';
import { lockPayment, type PaymentRow, type StkPushRow, updatePayment } from './rows.ts';
import { assertStkPushLimits, hasOpenStkPush, releaseStaleStkPushes, type StkPushRequest } from './stk-push-limits.ts';

const why = 'a pending prompt, found by its M-Pesa request ID';

/** The amounts that a prompt can move: whole shillings, up to Safaricom's maximum. */
export function assertStkPushAmount(cents: number): void {
  if (cents < stkPushMinCents || !isWholeShillings(cents)) throw invalidInputRefusal({ cents: m.payment_problem_whole() });
  if (cents > stkPushMaxCents) throw invalidInputRefusal({ cents: m.payment_problem_most({ most: formatKesPlain(stkPushMaxCents) }) });
}

/**
 * Payment and prompt are saved in the caller's transaction; a job sends the prompt afterwards. There is one open prompt per invoice and phone
 * number: the database rejects the second of two clicks, and its caller gets the first prompt.
 */
export async function createStkPush(services: RunningServices, ctx: Ctx, given: StkPushRequest): Promise<{ paymentId: number; code: string }> {
  assertStkPushAmount(given.cents);
  const mark = makePhoneBlindMark(given.phone);
  if (mark === null) throw invalidInputRefusal({ phone: m.payment_problem_phone() });
  await assertStkPushLimits(services, ctx, given, mark.toString('base64url'));
  await releaseStaleStkPushes(ctx.db, given.invoiceIds, mark);
  if (await hasOpenStkPush(ctx.db, given, mark)) throw new Refusal('conflict', m.payment_refusal_rings());
  const { phone_sealed, ...hidden } = sealPhone(given.phone);
  const payment = await add(ctx, 'payment')
    .values({
      purpose: given.purpose,
      how: 'stk',
      fund: getPaymentFund(given.account),
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
  const push = await refuseOnUniqueViolation(
    add(ctx, 'push')
      .values({
        payment_id: payment.id,
        account_id: given.account.id,
        reference: normaliseAccountNumber(payment.code),
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
    await refuseOnUniqueViolation(
      add(ctx, 'push_invoice')
        .values(given.invoiceIds.map((invoice_id) => ({ push_id: push.id, invoice_id, phone_mark: mark })))
        .execute(),
      rings,
    );
  await enqueueJob(ctx.db, 'payment.ring', { pushId: push.id }, `ring:${push.id}`);
  return { paymentId: payment.id, code: payment.code };
}

const locked = async (db: Db, id: number): Promise<{ push: StkPushRow; payment: PaymentRow }> => {
  const { payment_id } = await unscopedTable(db, 'push', why).select().select('payment_id').where('id', '=', id).executeTakeFirstOrThrow();
  const payment = await lockPayment(db, payment_id);
  const push = await unscopedTable(db, 'push', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
  return { push, payment };
};
const put = (db: Db, id: number, set: Partial<StkPushRow>) =>
  unscopedTable(db, 'push', why)
    .change()
    .set(set as object)
    .where('id', '=', id)
    .execute();
const inSeconds = (seconds: number): Date => new Date(clock.ms() + seconds * 1000);
export const openStkPushStates: readonly string[] = ['initiated', 'pending', 'unknown'];

/**
 * Sends the prompt. "Sending" is committed before the request, so a process that dies in between never sends it again, and its status is queried
 * instead. The response says that M-Pesa accepted it, never that it was paid. A prompt that was queued too long is not sent.
 */
export async function sendStkPush(services: RunningServices, pushId: number): Promise<void> {
  const { db } = services.database;
  const push = await db.transaction().execute(async (tx) => {
    const { push: row, payment } = await locked(tx, pushId);
    if (row.sent_at !== null || !row.open || !openStkPushStates.includes(payment.status)) return null;
    if (clock.ms() - row.created_at.getTime() >= stkPushUnknownAfterSeconds * 1000) {
      await fail(asClock(tx), row, payment, { code: makaoOutcomeCodes.off, text: '' });
      return null;
    }
    await put(tx, pushId, { sent_at: clock.now(), next_ask_at: inSeconds(stkPushPollDelaySeconds[0]) });
    for (const after of stkPushPollDelaySeconds) await enqueueJob(tx, 'payment.ask', { pushId }, `ask:${pushId}:${after}`, { at: inSeconds(after) });
    return row;
  });
  if (!push) return;
  const account = await readCollectionAccount(db, push.account_id);
  const said = await makeDarajaClientForAccount(services, account).push({
    phone: unsealPhone(push.phone_sealed),
    cents: toCents(push.cents),
    reference: push.reference,
    description: push.reference,
    callback: buildMpesaCallbackPath(account, 'stk'),
  });
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    const { push: row, payment } = await locked(tx, pushId);
    if (said.kind === 'accepted') {
      await put(tx, pushId, { checkout_id: said.checkoutRequestId, merchant_id: said.merchantRequestId });
      // The callback may have arrived before this response and saved the same result.
      if (payment.status === 'initiated' || payment.status === 'unknown') await makeMove(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
    } else if (said.kind === 'refused') await fail(ctx, row, payment, { code: said.code, text: said.text });
    else if (payment.status === 'initiated') await loseSight(ctx, payment);
  });
}

const reasons: Partial<Readonly<Record<ResultCodeReason, PaymentFailureReason>>> = {
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
const reasonFor = (code: string): PaymentFailureReason =>
  code.startsWith('makao.') ? (code === 'makao.phone' ? 'refused' : 'away') : (reasons[getResultCodeReason(code)] ?? 'other');

/** The request was rejected, so no money can have moved. */
async function fail(ctx: Ctx, push: StkPushRow, payment: PaymentRow, { code, text }: { code: string; text: string }): Promise<void> {
  await closeStkPush(ctx.db, push.id, { result_code: code, result_text: text.slice(0, 300) });
  if (!openStkPushStates.includes(payment.status)) return;
  const why = reasonFor(code);
  await makeMove(ctx, paymentMachine, getResultCodeOutcome(code) === 'canceled' ? 'cancel' : 'fail', payment.id, text.slice(0, 300) || null, 'clock');
  await notifyPaymentFailed(ctx, await updatePayment(ctx.db, payment.id, { reason: why }));
}
async function loseSight(ctx: Ctx, payment: PaymentRow): Promise<void> {
  if (payment.status === 'initiated' || payment.status === 'pending') await makeMove(ctx, paymentMachine, 'lose_sight', payment.id, null, 'clock');
}

/** The time of the next query: soon at first, then every ten minutes. */
const nextAsk = (asks: number): Date => {
  const [before = 0, next] = [stkPushPollDelaySeconds[asks - 1], stkPushPollDelaySeconds[asks]];
  return inSeconds(next === undefined ? stkPushPollIntervalSeconds : next - before);
};

/** Queries the status of a prompt. Only this answer credits it, and only with the requested amount. */
export async function queryStkPush(services: RunningServices, pushId: number): Promise<void> {
  const { db } = services.database;
  const push = await db.transaction().execute(async (tx) => {
    const { push: row } = await locked(tx, pushId);
    if (!row.open) return null;
    await put(tx, pushId, { asks: row.asks + 1, next_ask_at: nextAsk(row.asks + 1) });
    return row;
  });
  if (!push) return;
  const account = await readCollectionAccount(db, push.account_id);
  const said = push.checkout_id === null ? null : await makeDarajaClientForAccount(services, account).pushQuery(push.checkout_id);
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    const { push: row, payment } = await locked(tx, pushId);
    if (!row.open) return;
    const outcome = said?.kind === 'accepted' ? said.outcome : 'unknown';
    if (outcome === 'paid') return paid(ctx, row, account);
    if (said?.kind === 'accepted' && outcome !== 'unknown') return fail(ctx, row, payment, said);
    if (clock.ms() - (row.sent_at ?? row.created_at).getTime() >= stkPushUnknownAfterSeconds * 1000) await loseSight(ctx, payment);
  });
}

/** The callback had another amount: its code is queried, and the amount that M-Pesa confirms is credited. */
async function paid(ctx: Ctx, push: StkPushRow, account: CollectionAccountRow): Promise<void> {
  if (push.hint_cents !== null && push.hint_cents !== push.cents) {
    await put(ctx.db, push.id, { result_text: 'another sum' });
    return;
  }
  await put(ctx.db, push.id, { result_code: '0' });
  await recordReceipt(ctx, {
    rail: 'mpesa',
    // The code in the callback is not verified: it is displayed, but the ledger gets the code from the paybill's confirmation.
    external: null,
    account,
    cents: push.cents,
    paidAt: clock.now(),
    accountText: push.reference,
    payer: '',
    phone: { phone_sealed: push.phone_sealed, phone_tail: unsealPhone(push.phone_sealed).slice(-3), phone_mark: push.phone_mark },
    verifiedBy: 'query',
    push,
  });
  if (push.hint_code === '0' && push.hint_external !== null) await updatePayment(ctx.db, push.payment_id, { external: push.hint_external });
}

/** A day has passed and Pull does not know it, so it expires. A later receipt still completes it. */
export async function expireStkPush(db: Db, pushId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    const { push, payment } = await locked(tx, pushId);
    if (!push.open) return;
    await closeStkPush(tx, pushId);
    if (!openStkPushStates.includes(payment.status)) return;
    await makeMove(ctx, paymentMachine, 'time_out', payment.id, null, 'clock');
    await notifyPaymentFailed(ctx, await updatePayment(tx, payment.id, { reason: 'unreachable' }));
  });
}
export const isStkPushExpired = (push: Pick<StkPushRow, 'sent_at' | 'created_at'>): boolean =>
  clock.ms() - (push.sent_at ?? push.created_at).getTime() >= stkPushExpirySeconds * 1000;
