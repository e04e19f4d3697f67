import { randomInt } from 'node:crypto';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { getRecordablePaymentMethods, type PaymentRail, type RecordedPaymentMethod } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { lockInvoicesForPayment } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { makeBlindMark } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { findOrCreateManualPaymentAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { completePayments, type MoneyMovement } from './complete-payments.ts';
import { readOpenInvoicesForPayment } from './invoices.ts';
import { notifyCashPending } from './notify.ts';
import { emptySealedPhone } from './phones.ts';
import { findKnownReference } from './receipts.ts';
import { assertNoDuplicate } from './recent-payments.ts';
import {
  assertInvoicesOfHome,
  assertRecordableDay,
  canCollectForHome,
  cashApproval,
  needsSecondApprover,
  type PaymentHome,
  readFundForPayment,
  readHomeForPayment,
  readInvoicesForRecording,
} from './record-home.ts';
import { buildCompanyReceiptReference, lockPaymentReferences } from './record-receipts.ts';
import { buildPaymentLogFacts, lockPayment, type PaymentRow, paymentNotFound, updatePayment } from './rows.ts';
import { assertCashCodeLimit } from './stk-push-limits.ts';

type Calls = typeof collectionCalls & typeof paymentActionCalls;
const why = 'a manager records a payment for a unit that they manage';
const rails: Readonly<Record<RecordedPaymentMethod, PaymentRail>> = { cash: 'cash', bank: 'bank', cheque: 'bank', mpesa: 'mpesa' };

export type OutsidePayment = {
  readonly companyId: number;
  readonly how: RecordedPaymentMethod;
  readonly cents: number;
  readonly on: string;
  readonly invoiceIds?: readonly number[] | undefined;
  readonly home: PaymentHome;
  readonly evidenceFileId?: number | null;
  readonly external?: string;
  readonly note?: string;
  /** Set when a booking is confirmed on evidence of a payment: the company then holds the money, whatever the method. */
  readonly inHand?: boolean;
};

/** Where the platform collects, payments reach its own accounts and are known from there. Only cash can be recorded. */
async function assertRecordable(ctx: Ctx, given: OutsidePayment): Promise<'C' | 'M'> {
  const { companyId, how, on, cents, external = '', invoiceIds = [], inHand = false } = given;
  // Cash has no reference. One that was typed before the method changed would hide a duplicate.
  if (how === 'cash' && external !== '') throw invalidInputRefusal({ external: m.payment_problem_cash_reference() });
  if (cents <= 0) throw invalidInputRefusal({ cents: m.payment_problem_some() });
  assertRecordableDay(on);
  const fund = await readFundForPayment(ctx.db, companyId, invoiceIds);
  if (!getRecordablePaymentMethods(fund).includes(how) && !inHand) throw new Refusal('conflict', m.payment_refusal_trust());
  return fund;
}

async function written(ctx: Ctx, given: OutsidePayment): Promise<PaymentRow> {
  const fund = await assertRecordable(ctx, given);
  const account = await findOrCreateManualPaymentAccount(ctx.db, given.companyId);
  // The recorder's company holds the cash; if platform staff record it, the company that it is for.
  const holder = fund === 'C' ? (ctx.me.companyId ?? given.companyId) : null;
  const row = await add(ctx, 'payment')
    .values({
      ...{ purpose: 1, how: given.how, fund, cents: given.cents, company_id: given.companyId, account_id: account.id, holder_id: holder },
      ...given.home,
      ...{ note: given.note ?? '', external: given.external || null, evidence_file_id: given.evidenceFileId ?? null },
      ...{ recorded_by: ctx.me.userId, paid_on: given.on, invoice_ids: [...(given.invoiceIds ?? [])] },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row;
}

/** Completes and matches the payment. A repeated reference is rejected: it was recorded before, or received on the company's own account. */
async function settled(ctx: Ctx, payment: PaymentRow, invoiceIds: readonly number[]): Promise<void> {
  const companyId = requiredId(payment.company_id, 'the company of a payment that was recorded');
  const how = payment.how as RecordedPaymentMethod;
  const rail = rails[how];
  const account = await findOrCreateManualPaymentAccount(ctx.db, companyId);
  const number = (rail === 'mpesa' ? normaliseAccountNumber(payment.external ?? '') : payment.external) || payment.code;
  await lockPaymentReferences(ctx.db, rail, [number]);
  if (await findKnownReference(ctx.db, { ...account, rail }, number)) throw new Refusal('conflict', m.payment_refusal_twice());
  const given: MoneyMovement = {
    ...{ rail, external: buildCompanyReceiptReference(companyId, number), account, cents: payment.cents },
    paidAt: payment.paid_on === clock.today() || payment.paid_on === null ? clock.now() : startOfDay(payment.paid_on),
    accountText: '',
    payer: payment.payer ?? '',
    phone: emptySealedPhone,
    verifiedBy: how === 'cash' ? 'cash' : 'person',
  };
  await completePayments(ctx, [{ payment, given }]);
  const home = { tenancyId: payment.tenancy_id, bookingId: payment.booking_id, companyId };
  await publishEvent(ctx, 'payment.recorded', { paymentId: payment.id, invoiceIds, home });
}

/**
 * Invoices are locked before the payment and its journal entries. All of the home's are locked, because the rest of the payment goes to the others.
 */
async function holdInvoices(ctx: Ctx, home: PaymentHome, ids: readonly number[]): Promise<void> {
  const others = await readInvoicesForRecording(ctx, { home });
  await lockInvoicesForPayment(
    ctx,
    [...new Set([...ids, ...others])].sort((a, b) => a - b),
  );
}

/** For other modules, in their transaction: a payment made outside, confirmed by a person they trust. */
export async function recordOutsidePayment(ctx: Ctx, given: OutsidePayment): Promise<{ paymentId: number }> {
  const ids = await readInvoicesForRecording(ctx, given);
  await holdInvoices(ctx, given.home, ids);
  const payment = await written(ctx, { ...given, invoiceIds: ids });
  await settled(ctx, payment, ids);
  return { paymentId: payment.id };
}

/** A payment that the platform answers for needs the applicant's own statement, or the platform's staff. A picture is not enough. */
async function assertPaymentClaimed(ctx: Ctx, booking: { company_id: number; property_id: number; said_paid: unknown }, sum: number): Promise<void> {
  if (ctx.me.companyId === null) return;
  if (!(await canCollectForHome(ctx, { companyId: booking.company_id, property_id: booking.property_id })))
    throw new Refusal('forbidden', m.payment_refusal_not_collecting());
  const said = booking.said_paid as { cents?: number } | null;
  if ((said?.cents ?? 0) < sum) throw new Refusal('conflict', m.payment_refusal_unsaid());
}

/** A booking was confirmed as paid outside Makao: records that payment for its invoice, once. A booking confirmed by a payment owes nothing more. */
export async function onBookingPaid(ctx: Ctx, { bookingId }: { readonly bookingId: number }): Promise<void> {
  const booking = await unscopedTable(ctx.db, 'booking', why).select().selectAll().where('id', '=', bookingId).executeTakeFirst();
  const paid = booking?.paid as { cents?: number; how?: string; on?: string; file_id?: number | null; note?: string } | null | undefined;
  const open = await readOpenInvoicesForPayment(ctx.db, { bookingId });
  if (!booking || !paid?.cents || !paid.on || open.length === 0) return;
  const how: RecordedPaymentMethod = paid.how === 'cash' || paid.how === 'cheque' || paid.how === 'mpesa' ? paid.how : 'bank';
  if (
    (await readFundForPayment(
      ctx.db,
      booking.company_id,
      open.slice(0, 1).map(({ id }) => id),
    )) === 'C'
  )
    await assertPaymentClaimed(ctx, booking, paid.cents);
  const made = await unscopedTable(ctx.db, 'tenancy', why).select().select('id').where('booking_id', '=', bookingId).executeTakeFirst();
  await recordOutsidePayment(ctx, {
    companyId: booking.company_id,
    how,
    cents: paid.cents,
    on: paid.on,
    invoiceIds: open.map(({ id }) => id),
    home: {
      tenancy_id: made?.id ?? null,
      booking_id: bookingId,
      property_id: booking.property_id,
      unit_id: booking.unit_id,
      tenant_id: booking.tenant_id,
    },
    evidenceFileId: paid.file_id ?? null,
    note: paid.note ?? '',
    inHand: true,
  });
}

const codeMinutes = 30;
const codeTries = 5;

export async function recordPayment(ctx: Ctx, given: HandlerInput<Calls['record']>): Promise<HandlerResult<Calls['record']>> {
  const { companyId, phone, name, ...home } = await readHomeForPayment(ctx, given);
  if (!(await canCollectForHome(ctx, { companyId, property_id: home.property_id })))
    throw new Refusal('forbidden', m.payment_refusal_not_collecting());
  const ids = await readInvoicesForRecording(ctx, { home, invoiceIds: given.invoice_ids });
  const invoices = await readOpenInvoicesForPayment(ctx.db, { ids }, { open: false });
  if (invoices.length < ids.length) throw paymentNotFound();
  await assertInvoicesOfHome(invoices, home);
  if (given.invoice_ids && invoices.some((one) => one.fund !== invoices[0]?.fund))
    throw invalidInputRefusal({ invoice_ids: m.payment_problem_one_home() });
  await assertNoDuplicate(ctx, home, given);
  const said = { how: given.how, cents: given.cents, on: given.on, external: given.external, note: given.note };
  const recording: OutsidePayment = { ...said, companyId, home, invoiceIds: ids };
  await holdInvoices(ctx, home, ids);
  const payment = await updatePayment(ctx.db, (await written(ctx, recording)).id, { payer: name });
  const asks = given.how === 'cash' && phone !== null;
  const second = needsSecondApprover(payment, phone);
  if (asks) await sendCode(ctx, payment, phone);
  else if (second) await waitForSecond(ctx, payment);
  else await settled(ctx, payment, ids);
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'payments',
    id: payment.id,
    code: payment.code,
    after: buildPaymentLogFacts(payment),
    reason: given.note || given.how,
  });
  return { id: payment.id, code: payment.code, awaits_code: asks, awaits_second: second, phone_tail: asks ? phone.slice(-3) : null };
}

/** No code confirms the cash. Where the platform answers for it, a second person reviews the evidence. */
async function waitForSecond(ctx: Ctx, payment: PaymentRow): Promise<void> {
  await makeMove(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
  await notifyCashPending(ctx, payment);
}

/** The payer gets a code and gives it to the collector, so that neither can claim another amount later. */
async function sendCode(ctx: Ctx, payment: PaymentRow, phone: string): Promise<void> {
  await assertCashCodeLimit(ctx, phone);
  const code = String(randomInt(100_000, 1_000_000));
  await makeMove(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
  await updatePayment(ctx.db, payment.id, {
    code_mark: makeBlindMark(`cash:${payment.id}:${code}`),
    code_until: new Date(clock.ms() + codeMinutes * 60_000),
  });
  // The collector's company; an agency collects in its own name.
  const company = await readCompanyName(ctx.db, requiredId(ctx.me.companyId ?? payment.company_id, 'the company that takes cash'));
  const params = { sum: formatKesPlain(payment.cents), company };
  const to = { phone, locale: localeContext.current() };
  await notifyPerson(ctx, {
    event: 'payment.cash_code',
    to,
    params: { ...params, code: '' },
    secret: { params: { code } },
    key: `payment.cash_code:${payment.id}:${clock.ms()}`,
  });
}

async function lockCash(ctx: Ctx, id: number): Promise<PaymentRow> {
  const seen = await from(ctx, 'payment:managed')
    .select('id')
    .where('id', '=', id)
    .where(mayChange('payment:managed', ctx.me, 'payments.create'))
    .executeTakeFirst();
  if (!seen) throw paymentNotFound();
  const payment = await lockPayment(ctx.db, id);
  if (payment.how !== 'cash' || payment.status !== 'pending') throw new Refusal('wrongState', m.shell_refusal_state(), { from: payment.status });
  return payment;
}

export const confirmCashPayment =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, code, reason }: HandlerInput<Calls['confirmCash']>): Promise<void> => {
    const seen = await from(ctx, 'payment:managed').selectAll('payment').where('id', '=', id).executeTakeFirst();
    if (!seen) throw paymentNotFound();
    const ids = await readInvoicesForRecording(ctx, { home: seen, invoiceIds: seen.invoice_ids });
    if (code) await countTry(services, id);
    await holdInvoices(ctx, seen, ids);
    const payment = await lockCash(ctx, id);
    if (code) assertCashCode(payment, code);
    else if (!reason || payment.evidence_file_id === null) throw invalidInputRefusal({ reason: m.payment_problem_evidence() });
    // A picture is not enough: a second person reviews it.
    else await assertCanApprove(ctx, cashApproval, id);
    await updatePayment(ctx.db, id, { code_mark: null, ...(reason && !code ? { note: [payment.note, reason].filter(Boolean).join('\n') } : {}) });
    await settled(ctx, payment, ids);
    await audit(ctx.db, ctx, {
      ...{ kind: 'edit', document: 'payments', id, code: payment.code },
      ...{ before: { status: 'pending' }, after: { status: 'completed' }, ...(reason ? { reason } : {}) },
    });
  };
/** Every attempt counts, so that six digits cannot be guessed. */
async function countTry(services: RunningServices, id: number): Promise<void> {
  const wait = await countAttemptSeparately(services.database.db, `cash-code:${id}`, { limit: codeTries, seconds: codeMinutes * 60 });
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}
function assertCashCode(payment: PaymentRow, given: string): void {
  if (payment.code_until === null || payment.code_until < clock.now()) throw new Refusal('conflict', m.payment_refusal_code_over());
  const mark = makeBlindMark(`cash:${payment.id}:${given.replace(/\D/g, '')}`);
  if (payment.code_mark === null || !Buffer.from(payment.code_mark).equals(mark)) throw invalidInputRefusal({ code: m.payment_problem_code() });
}

export async function cancelCashPayment(ctx: Ctx, { id, reason }: HandlerInput<Calls['cancelCash']>): Promise<void> {
  const payment = await lockCash(ctx, id);
  await makeMove(ctx, paymentMachine, 'cancel', id, reason, 'clock');
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id, code: payment.code },
    ...{ before: { status: 'pending' }, after: { status: 'canceled' }, reason },
  });
}
