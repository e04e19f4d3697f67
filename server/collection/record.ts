import { randomInt } from 'node:crypto';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { type Rail, type RecordedHow, recordable } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { bare } from '#contract/matching/match.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, startOf } from '#contract/time/days.ts';
import { assertMayApprove } from '#server/approval/service.ts';
import { invalid } from '#server/http/answer.ts';
import { takeApart } from '#server/http/throttle.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { markOf } from '#server/kernel/seal.ts';
import { tell } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';
import { recordAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { Movement } from './complete.ts';
import { complete } from './complete.ts';
import { owed } from './invoices.ts';
import { ownExternal, turn } from './movement.ts';
import { noPhone } from './phones.ts';
import { knownHere } from './receipts.ts';
import { cashApproval, forWhich, fundFor, type Home, homeFor, insistTheirs, mayCollect, needsSecond } from './record-home.ts';
import { insistFewCodes } from './ring-limits.ts';
import { factsOf, lockPayment, missing, type PaymentRow, putPayment } from './rows.ts';
import { tellCashWaits } from './tell.ts';

type Calls = typeof collectionCalls & typeof paymentActCalls;
const why = 'what a manager wrote down, of a home they manage';
const rails: Readonly<Record<RecordedHow, Rail>> = { cash: 'cash', bank: 'bank', cheque: 'bank', mpesa: 'mpesa' };

export type Recording = {
  readonly companyId: number;
  readonly how: RecordedHow;
  readonly cents: number;
  readonly on: string;
  readonly invoiceIds?: readonly number[] | undefined;
  readonly home: Home;
  readonly evidenceFileId?: number | null;
  readonly external?: string;
  readonly note?: string;
  /** It is with the company whatever way it came, and shown to be: a booking was confirmed on it. */
  readonly inHand?: boolean;
};

/** What the platform holds comes to the platform's accounts and is known from there; cash in somebody's hands is all they can write down then. */
async function insistHolds(ctx: Ctx, { companyId, how, on, cents, invoiceIds = [], inHand = false }: Recording): Promise<'C' | 'M'> {
  if (cents <= 0) throw invalid({ cents: m.payment_problem_some() });
  if (on > clock.today()) throw invalid({ on: m.payment_problem_later() });
  if (on < addMonths(clock.today(), -24)) throw invalid({ on: m.payment_problem_long_ago() });
  const fund = await fundFor(ctx.db, companyId, invoiceIds);
  if (!recordable(fund).includes(how) && !inHand) throw new Refusal('conflict', m.payment_refusal_trust());
  return fund;
}

async function written(ctx: Ctx, given: Recording): Promise<PaymentRow> {
  const fund = await insistHolds(ctx, given);
  const account = await recordAccount(ctx.db, given.companyId);
  // With who wrote it down; what the platform's people write down is with the company it is for.
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

/** Its receipt, and what it is for; the same number twice is refused: it was written down before, or came by an account of the company's own. */
async function settled(ctx: Ctx, payment: PaymentRow, invoiceIds: readonly number[]): Promise<void> {
  const companyId = requiredId(payment.company_id, 'the company of a payment that was recorded');
  const how = payment.how as RecordedHow;
  const rail = rails[how];
  const account = await recordAccount(ctx.db, companyId);
  const number = (rail === 'mpesa' ? bare(payment.external ?? '') : payment.external) || payment.code;
  await turn(ctx.db, rail, [number]);
  if (await knownHere(ctx.db, { ...account, rail }, number)) throw new Refusal('conflict', m.payment_refusal_twice());
  const given: Movement = {
    rail,
    external: ownExternal(companyId, number),
    account,
    cents: payment.cents,
    paidAt: payment.paid_on === clock.today() || payment.paid_on === null ? clock.now() : startOf(payment.paid_on),
    accountText: '',
    payer: payment.payer ?? '',
    phone: noPhone,
    verifiedBy: how === 'cash' ? 'cash' : 'person',
  };
  await complete(ctx, [{ payment, given }]);
  const home = { tenancyId: payment.tenancy_id, bookingId: payment.booking_id, companyId };
  await happened(ctx, 'payment.recorded', { paymentId: payment.id, invoiceIds, home });
}

/** Invoices before the payment and what is booked of it, as everywhere: all of the home's, since what these do not take goes to the others. */
async function holdInvoices(ctx: Ctx, home: Home, ids: readonly number[]): Promise<void> {
  const others = await forWhich(ctx, { home });
  await lockForPaying(
    ctx,
    [...new Set([...ids, ...others])].sort((a, b) => a - b),
  );
}

/** For other rooms, in their transaction: paid outside, by whoever they trust to say so. */
export async function recorded(ctx: Ctx, given: Recording): Promise<{ paymentId: number }> {
  const ids = await forWhich(ctx, given);
  await holdInvoices(ctx, given.home, ids);
  const payment = await written(ctx, { ...given, invoiceIds: ids });
  await settled(ctx, payment, ids);
  return { paymentId: payment.id };
}

/**
 * What the platform answers for is said by two: the applicant, who says for themselves what they paid, or the platform's people. A picture is no payer.
 */
async function insistSaid(ctx: Ctx, booking: { company_id: number; property_id: number; said_paid: unknown }, sum: number): Promise<void> {
  if (ctx.me.companyId === null) return;
  if (!(await mayCollect(ctx, { companyId: booking.company_id, property_id: booking.property_id })))
    throw new Refusal('forbidden', m.payment_refusal_not_collecting());
  const said = booking.said_paid as { cents?: number } | null;
  if ((said?.cents ?? 0) < sum) throw new Refusal('conflict', m.payment_refusal_unsaid());
}

/** A booking was confirmed as paid outside: the same is written down for its invoice, once. What paying itself confirmed owes nothing any more. */
export async function bookingPaid(ctx: Ctx, { bookingId }: { readonly bookingId: number }): Promise<void> {
  const booking = await everything(ctx.db, 'booking', why).select().selectAll().where('id', '=', bookingId).executeTakeFirst();
  const paid = booking?.paid as { cents?: number; how?: string; on?: string; file_id?: number | null; note?: string } | null | undefined;
  const open = await owed(ctx.db, { bookingId });
  if (!booking || !paid?.cents || !paid.on || open.length === 0) return;
  const how: RecordedHow = paid.how === 'cash' || paid.how === 'cheque' || paid.how === 'mpesa' ? paid.how : 'bank';
  if (
    (await fundFor(
      ctx.db,
      booking.company_id,
      open.slice(0, 1).map(({ id }) => id),
    )) === 'C'
  )
    await insistSaid(ctx, booking, paid.cents);
  const made = await everything(ctx.db, 'tenancy', why).select().select('id').where('booking_id', '=', bookingId).executeTakeFirst();
  await recorded(ctx, {
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

export async function record(ctx: Ctx, given: Input<Calls['record']>): Promise<Result<Calls['record']>> {
  const { companyId, phone, name, ...home } = await homeFor(ctx, given);
  if (!(await mayCollect(ctx, { companyId, property_id: home.property_id }))) throw new Refusal('forbidden', m.payment_refusal_not_collecting());
  const ids = await forWhich(ctx, { home, invoiceIds: given.invoice_ids });
  const invoices = await owed(ctx.db, { ids }, { open: false });
  if (invoices.length < ids.length) throw missing();
  await insistTheirs(invoices, home);
  if (given.invoice_ids && invoices.some((one) => one.fund !== invoices[0]?.fund)) throw invalid({ invoice_ids: m.payment_problem_one_home() });
  const said = { how: given.how, cents: given.cents, on: given.on, external: given.external, note: given.note };
  const recording: Recording = { ...said, companyId, home, invoiceIds: ids };
  await holdInvoices(ctx, home, ids);
  const payment = await putPayment(ctx.db, (await written(ctx, recording)).id, { payer: name });
  const asks = given.how === 'cash' && phone !== null;
  const second = needsSecond(payment, phone);
  if (asks) await sendCode(ctx, payment, phone);
  else if (second) await waitForSecond(ctx, payment);
  else await settled(ctx, payment, ids);
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'payments',
    id: payment.id,
    code: payment.code,
    after: factsOf(payment),
    reason: given.note || given.how,
  });
  return { id: payment.id, code: payment.code, awaits_code: asks, awaits_second: second, phone_tail: asks ? phone.slice(-3) : null };
}

/** Nobody's code says that it was given: of what the platform answers for, another person than who took it looks at the evidence. */
async function waitForSecond(ctx: Ctx, payment: PaymentRow): Promise<void> {
  await move(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
  await tellCashWaits(ctx, payment);
}

/** Whoever hands over cash gets a code, and gives it to who took it: so neither can say later that it was another sum. */
async function sendCode(ctx: Ctx, payment: PaymentRow, phone: string): Promise<void> {
  await insistFewCodes(ctx, phone);
  const code = String(randomInt(100_000, 1_000_000));
  await move(ctx, paymentMachine, 'ring', payment.id, null, 'clock');
  await putPayment(ctx.db, payment.id, { code_mark: markOf(`cash:${payment.id}:${code}`), code_until: new Date(clock.ms() + codeMinutes * 60_000) });
  // Who takes it: an agency's people say so for themselves.
  const company = await companyName(ctx.db, requiredId(ctx.me.companyId ?? payment.company_id, 'the company that takes cash'));
  const params = { sum: kesPlain(payment.cents), company };
  const to = { phone, locale: inLocale.current() };
  await tell(ctx, {
    event: 'payment.cash_code',
    to,
    params: { ...params, code: '' },
    secret: { params: { code } },
    key: `payment.cash_code:${payment.id}:${clock.ms()}`,
  });
}

async function heldCash(ctx: Ctx, id: number): Promise<PaymentRow> {
  const seen = await from(ctx, 'payment:managed')
    .select('id')
    .where('id', '=', id)
    .where(mayChange('payment:managed', ctx.me, 'payments.create'))
    .executeTakeFirst();
  if (!seen) throw missing();
  const payment = await lockPayment(ctx.db, id);
  if (payment.how !== 'cash' || payment.status !== 'pending') throw new Refusal('wrongState', m.shell_refusal_state(), { from: payment.status });
  return payment;
}

export const confirmCash =
  (house: House) =>
  async (ctx: Ctx, { id, code, reason }: Input<Calls['confirmCash']>): Promise<void> => {
    const seen = await from(ctx, 'payment:managed').selectAll('payment').where('id', '=', id).executeTakeFirst();
    if (!seen) throw missing();
    const ids = await forWhich(ctx, { home: seen, invoiceIds: seen.invoice_ids });
    if (code) await countTry(house, id);
    await holdInvoices(ctx, seen, ids);
    const payment = await heldCash(ctx, id);
    if (code) insistCode(payment, code);
    else if (!reason || payment.evidence_file_id === null) throw invalid({ reason: m.payment_problem_evidence() });
    // A picture is no payer: another person looks at it.
    else await assertMayApprove(ctx, cashApproval, id);
    await putPayment(ctx.db, id, { code_mark: null, ...(reason && !code ? { note: [payment.note, reason].filter(Boolean).join('\n') } : {}) });
    await settled(ctx, payment, ids);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'payments',
      id,
      code: payment.code,
      before: { status: 'pending' },
      after: { status: 'completed' },
      ...(reason ? { reason } : {}),
    });
  };
/** Counted whatever becomes of it: six digits are not guessed in five tries. */
async function countTry(house: House, id: number): Promise<void> {
  const wait = await takeApart(house.database.db, `cash-code:${id}`, { limit: codeTries, seconds: codeMinutes * 60 });
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}
function insistCode(payment: PaymentRow, given: string): void {
  if (payment.code_until === null || payment.code_until < clock.now()) throw new Refusal('conflict', m.payment_refusal_code_over());
  const mark = markOf(`cash:${payment.id}:${given.replace(/\D/g, '')}`);
  if (payment.code_mark === null || !Buffer.from(payment.code_mark).equals(mark)) throw invalid({ code: m.payment_problem_code() });
}

export async function cancelCash(ctx: Ctx, { id, reason }: Input<Calls['cancelCash']>): Promise<void> {
  const payment = await heldCash(ctx, id);
  await move(ctx, paymentMachine, 'cancel', id, reason, 'clock');
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code: payment.code,
    before: { status: 'pending' },
    after: { status: 'canceled' },
    reason,
  });
}
