import { sql } from 'kysely';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { type PaymentFailureReason, paymentPurposes, stkPushMaxCents } from '#contract/collection/kinds.ts';
import type { PayableItem, PaymentProgress } from '#contract/collection/shapes.ts';
import { toMsisdn } from '#contract/daraja/phone.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { findInvoiceByLink, readInvoiceShares, readOwnInvoiceShares, toPaybillAccountNumber } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readPaybillForPayments } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import {
  type OpenInvoice,
  type PayableHome,
  readHomeForPrepayment,
  readOpenInvoicesForPayment,
  readTenantCredit,
  toHomeColumns,
} from './invoices.ts';
import { assertStkPushAmount, createStkPush, openStkPushStates } from './push.ts';
import { buildReceiptPath } from './receipt-link.ts';
import { type PaymentRow, paymentNotFound } from './rows.ts';
import { isStaleStkPush } from './stk-push-limits.ts';

type Calls = typeof collectionCalls;
const why = 'the payer holds the link of the invoice or pays for the unit';

async function toPayOf(
  services: RunningServices,
  ctx: Ctx,
  invoices: readonly OpenInvoice[],
  one: PayableHome | undefined,
  mayAhead = true,
): Promise<PayableItem> {
  const ids = invoices.map(({ id }) => id);
  const shares = await readOwnInvoiceShares(ctx.db, ctx.me.userId, ids);
  const account = one ? await readPaybillForPayments(services, ctx.db, { companyId: one.companyId, fund: one.fund }) : null;
  const rows = invoices.map((invoice) => ({
    id: invoice.id,
    code: invoice.code,
    kind: invoice.kind,
    title: invoice.title,
    period_from: invoice.periodFrom,
    due_on: invoice.due,
    overdue: invoice.due < clock.today(),
    total_cents: invoice.total,
    open_cents: invoice.open,
    share_cents: shares.get(invoice.id) ?? invoice.open,
  }));
  const tenancy =
    one?.tenancyId == null
      ? null
      : await unscopedTable(ctx.db, 'tenancy', why).select().select('code').where('id', '=', one.tenancyId).executeTakeFirst();
  const person = ctx.me.userId === null ? null : await from(ctx, 'person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
  return {
    invoices: rows,
    others: [],
    open_cents: sumCents(rows.map((row) => row.open_cents)),
    share_cents: sumCents(rows.map((row) => row.share_cents)),
    credit_cents: one ? await readTenantCredit(ctx.db, one.fund, one.payer) : 0,
    push: account !== null,
    push_most_cents: stkPushMaxCents,
    paybill: account && one ? { shortcode: account.number, account: toPaybillAccountNumber(tenancy?.code ?? one.code) } : null,
    phone: person?.phone ?? null,
    waiting: await waitingFor(ctx.db, ids, (mayAhead && one?.tenancyId) || null, ctx.me.userId),
    ahead: mayAhead && one?.tenancyId != null && account ? { tenancy_id: one.tenancyId } : null,
  };
}

/** Prompts that the caller started; for an anonymous caller, only those started on the public page. */
const begun = (db: Db, personId: number | null) =>
  unscopedTable(db, 'payment', why)
    .select()
    .innerJoin('push', 'push.payment_id', 'payment.id')
    .selectAll('payment')
    .where(sql<boolean>`payment.person_id is not distinct from ${personId}::bigint`);
/** A prompt that is still pending, for one of these invoices or ahead for the home. */
async function waitingFor(db: Db, ids: readonly number[], tenancyId: number | null, personId: number | null): Promise<PayableItem['waiting']> {
  const row = await begun(db, personId)
    .where('push.open', '=', true)
    .where(
      sql<boolean>`(exists (select 1 from push_invoice pi where pi.push_id = push.id and pi.open and pi.invoice_id = any (${[...ids]}::bigint[]))
        or (payment.tenancy_id = ${tenancyId}::bigint and not exists (select 1 from push_invoice pi where pi.push_id = push.id)))`,
    )
    .orderBy('payment.id', 'desc')
    .executeTakeFirst();
  return row ? toProgress(row) : null;
}

const soon = 120_000;
/** A payer needs less time than this to find and enter the PIN. */
const slow = 60_000;
const toProgress = (row: PaymentRow): PaymentProgress => ({
  code: row.code,
  status: row.status,
  cents: row.cents,
  phone_tail: row.phone_tail,
  reason: row.reason as PaymentFailureReason | null,
  receipt: row.status === 'completed' ? row.external : null,
  started_at: row.created_at.toISOString(),
  stale: isStaleStkPush(row),
  slow: clock.ms() - row.created_at.getTime() > slow,
  paper: null,
  left_cents: null,
  credit_cents: row.credited_cents,
  // A paid prompt that is not allocated yet will be within seconds, so the screen asks again soon.
  again_in:
    openStkPushStates.includes(row.status) || (row.status === 'completed' && row.looked_at === null)
      ? clock.ms() - row.created_at.getTime() < soon
        ? 2
        : 15
      : null,
});
/** The balance due of its invoices. */
async function leftBy(db: Db, row: PaymentRow): Promise<number | null> {
  if (row.status !== 'completed' || row.looked_at === null) return null;
  const { rows } = await sql<{ open: number | null }>`/* unscoped: the key of the prompt grants access */ select sum(i.open_cents)::bigint as open
    from push p join push_invoice pi on pi.push_id = p.id join invoice i on i.id = pi.invoice_id where p.payment_id = ${row.id}`.execute(db);
  return rows[0]?.open ?? null;
}

/** Other open invoices of the home. */
async function othersOf(db: Db, one: PayableHome, ids: readonly number[]): Promise<PayableItem['others']> {
  const open = await readOpenInvoicesForPayment(
    db,
    one.tenancyId === null ? { bookingId: requiredId(one.bookingId, 'the booking of a home without a tenancy') } : { tenancyId: one.tenancyId },
  );
  return open
    .filter((other) => !ids.includes(other.id) && other.fund === one.fund)
    .map(({ id, kind, title, periodFrom, due, open: cents }) => ({ id, kind, title, period_from: periodFrom, due_on: due, open_cents: cents }));
}

export const readPaymentOptions =
  (services: RunningServices) =>
  async (ctx: Ctx, given: HandlerInput<Calls['paymentOptions']>): Promise<HandlerResult<Calls['paymentOptions']>> => {
    if (Object.values(given).filter((one) => one !== undefined).length !== 1) throw invalidInputRefusal({ tenancy_id: m.payment_problem_home() });
    let q = from(ctx, 'invoice').select('invoice.id').orderBy('invoice.due_on').limit(50);
    if (given.invoice_id !== undefined) q = q.where('invoice.id', '=', given.invoice_id);
    else if (given.tenancy_id !== undefined)
      q = q.where('invoice.tenancy_id', '=', given.tenancy_id).where('invoice.status', 'in', ['unpaid', 'active']);
    else if (given.booking_id !== undefined)
      q = q.where('invoice.booking_id', '=', given.booking_id).where('invoice.status', 'in', ['unpaid', 'active']);
    const seen = (await q.execute()).map((row) => row.id);
    if (seen.length === 0 && given.invoice_id !== undefined) throw paymentNotFound();
    const invoices = await readOpenInvoicesForPayment(ctx.db, { ids: seen }, { open: false });
    const open = invoices.filter((one) => one.open > 0);
    const home = given.tenancy_id ?? invoices[0]?.tenancyId;
    const ahead = home == null ? undefined : await readHomeForPrepayment(ctx, home);
    const one = open[0] ?? ahead ?? invoices[0];
    return { ...(await toPayOf(services, ctx, open, one, ahead !== undefined)), others: one ? await othersOf(ctx.db, one, seen) : [] };
  };

/** Checks the link of an invoice while its public page is open. */
async function linked(ctx: Ctx, id: number, token: string): Promise<OpenInvoice> {
  await findInvoiceByLink(ctx, { id, token });
  const [one] = await readOpenInvoicesForPayment(ctx.db, { ids: [id] }, { open: false });
  if (!one) throw paymentNotFound();
  return one;
}
export const readPublicPaymentOptions =
  (services: RunningServices) =>
  async (ctx: Ctx, { invoice_id, token }: HandlerInput<Calls['publicPaymentOptions']>): Promise<HandlerResult<Calls['publicPaymentOptions']>> => {
    const one = await linked(ctx, invoice_id, token);
    const answer = await toPayOf(services, { ...ctx, me: { ...ctx.me, userId: null } }, one.open > 0 ? [one] : [], one, false);
    // The caller is anonymous, so a share is offered only where it is the same for all who still owe one.
    const [left = 0, ...others] = new Set((await readInvoiceShares(ctx.db, invoice_id)).map((share) => share.left));
    if (left === 0 || others.length > 0) return answer;
    return { ...answer, share_cents: left, invoices: answer.invoices.map((invoice) => ({ ...invoice, share_cents: left })) };
  };

async function begin(
  services: RunningServices,
  ctx: Ctx,
  invoices: readonly OpenInvoice[],
  given: { cents: number; phone: string },
  ahead?: PayableHome,
) {
  const first = invoices[0] ?? ahead;
  if (!first) throw paymentNotFound();
  assertStkPushAmount(given.cents);
  if (toMsisdn(given.phone) === null) throw invalidInputRefusal({ phone: m.payment_problem_phone() });
  if (
    invoices.some(
      (one) => one.companyId !== first.companyId || one.fund !== first.fund || one.tenancyId !== first.tenancyId || one.bookingId !== first.bookingId,
    )
  )
    throw invalidInputRefusal({ invoice_ids: m.payment_problem_one_home() });
  if (invoices.some((one) => one.open <= 0)) throw new Refusal('wrongState', m.payment_refusal_paid());
  const account = await readPaybillForPayments(services, ctx.db, { companyId: first.companyId, fund: first.fund });
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  const made = await createStkPush(services, ctx, {
    purpose: paymentPurposes.tenancy_payment,
    account,
    phone: given.phone,
    cents: given.cents,
    invoiceIds: invoices.map(({ id }) => id),
    about: { ...toHomeColumns(first), person_id: ctx.me.userId },
  });
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'payments',
    id: made.paymentId,
    code: made.code,
    after: { cents: given.cents, status: 'initiated' },
  });
  return made;
}

export const startPayment =
  (services: RunningServices) =>
  async (ctx: Ctx, { invoice_ids, tenancy_id, ...given }: HandlerInput<Calls['pay']>): Promise<HandlerResult<Calls['pay']>> => {
    const ids = [...new Set(invoice_ids)];
    if (ids.length > 0 && tenancy_id !== undefined) throw invalidInputRefusal({ tenancy_id: m.payment_problem_home() });
    if (ids.length === 0) {
      const made = await begin(services, ctx, [], given, tenancy_id === undefined ? undefined : await readHomeForPrepayment(ctx, tenancy_id));
      return { id: made.paymentId, code: made.code };
    }
    const seen = await from(ctx, 'invoice').select('invoice.id').where('invoice.id', 'in', ids).execute();
    if (seen.length !== ids.length) throw paymentNotFound();
    const made = await begin(services, ctx, await readOpenInvoicesForPayment(ctx.db, { ids }, { open: false }), given);
    return { id: made.paymentId, code: made.code };
  };
export const startPublicPayment =
  (services: RunningServices) =>
  async (ctx: Ctx, { invoice_id, token, ...given }: HandlerInput<Calls['publicPay']>): Promise<HandlerResult<Calls['publicPay']>> => {
    const stranger = { ...asUnscoped(ctx, why), me: { ...ctx.me, userId: null, unscoped: why } };
    const made = await begin(services, stranger, [await linked(ctx, invoice_id, token)], given);
    return { code: made.code };
  };

/** The current progress, with the receipt and the balance due. */
const standing = async (services: RunningServices, db: Db, row: PaymentRow | undefined): Promise<PaymentProgress> => {
  if (!row) throw paymentNotFound();
  return { ...toProgress(row), paper: row.status === 'completed' ? buildReceiptPath(services, row.id) : null, left_cents: await leftBy(db, row) };
};
export const readPaymentProgress =
  (services: RunningServices) =>
  async (ctx: Ctx, { code }: HandlerInput<Calls['progress']>): Promise<HandlerResult<Calls['progress']>> =>
    standing(services, ctx.db, await from(ctx, 'payment').selectAll('payment').where('payment.code', '=', code).executeTakeFirst());
export const readPublicPaymentProgress =
  (services: RunningServices) =>
  async (ctx: Ctx, { code, invoice_id, token }: HandlerInput<Calls['publicProgress']>): Promise<HandlerResult<Calls['publicProgress']>> => {
    await findInvoiceByLink(ctx, { id: invoice_id, token });
    const row = await begun(ctx.db, null)
      .where('payment.code', '=', code)
      .where(sql<boolean>`exists (select 1 from push_invoice pi where pi.push_id = push.id and pi.invoice_id = ${invoice_id})`)
      .executeTakeFirst();
    return standing(services, ctx.db, row);
  };
