import { sql } from 'kysely';
import { msisdnOf } from '#contract/daraja/phone.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum, wholeShillings } from '#contract/money/cents.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { type FailureReason, purposes, pushMost } from '#contract/payment/kinds.ts';
import { readMessage } from '#contract/payment/message.ts';
import type { Progress, ToPay } from '#contract/payment/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { take } from '#server/http/throttle.ts';
import { byLink, payRef } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { paybillFor, paybills } from './accounts.ts';
import { creditOf } from './credit.ts';
import { type Owed, owed } from './invoices.ts';
import { belongs } from './look.ts';
import { paymentBy } from './movement.ts';
import { insistPushable, open as openStates, writePush } from './push.ts';
import { askAbout } from './query.ts';
import { missing, type PaymentRow } from './rows.ts';

type Calls = typeof paymentCalls;
const why = 'whoever holds the link of an invoice, or pays for the home';

const wholeBp = 10_000;
/** What of an invoice is the caller's: by their share in the tenancy, all of it where nobody shares. */
async function shareOf(ctx: Ctx, tenancyId: number | null): Promise<number> {
  if (tenancyId === null || ctx.me.userId === null) return wholeBp;
  const { rows } = await sql<{
    share_bp: number;
  }>`/* all: one’s own share */ select tp.share_bp from tenancy_person tp join tenant n on n.id = tp.tenant_id
    where tp.tenancy_id = ${tenancyId} and n.person_id = ${ctx.me.userId} and tp.role in ('lead', 'co_tenant') and tp.until is null`.execute(ctx.db);
  return rows[0]?.share_bp ?? wholeBp;
}

async function toPayOf(house: House, ctx: Ctx, invoices: readonly Owed[], one: Owed | undefined): Promise<ToPay> {
  const bp = await shareOf(ctx, one?.tenancyId ?? null);
  const account = one ? await paybillFor(house, ctx.db, { companyId: one.companyId, fund: one.fund }) : null;
  const rows = invoices.map((invoice) => ({
    ...{ id: invoice.id, code: invoice.code, kind: invoice.kind, period_from: invoice.periodFrom, due_on: invoice.due },
    ...{ overdue: invoice.due < clock.today(), total_cents: invoice.total, open_cents: invoice.open, share_cents: shared(invoice, bp) },
  }));
  const tenancy =
    one?.tenancyId == null
      ? null
      : await everything(ctx.db, 'tenancy', why).select().select('code').where('id', '=', one.tenancyId).executeTakeFirst();
  const person =
    ctx.me.userId === null
      ? null
      : await everything(ctx.db, 'person', 'the caller’s own number').select().select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
  return {
    invoices: rows,
    open_cents: sum(rows.map((row) => row.open_cents)),
    share_cents: sum(rows.map((row) => row.share_cents)),
    credit_cents: one ? await creditOf(ctx.db, one.fund, one.payer) : 0,
    push: account !== null,
    push_most_cents: pushMost,
    paybill: account && one ? { shortcode: account.number, account: payRef(tenancy?.code ?? one.code) } : null,
    phone: person?.phone ?? null,
    waiting: await waitingFor(
      ctx.db,
      invoices.map(({ id }) => id),
      ctx.me.userId,
    ),
  };
}
/** In whole shillings, never more than is open: a share of a cent is nobody's. */
const shared = (invoice: Owed, bp: number): number =>
  bp >= wholeBp ? invoice.open : Math.min(invoice.open, wholeShillings(invoice.total, bp, wholeBp));

/** Prompts for these invoices that somebody began, or that were begun on the public page: there only those are shown. */
const begunFor = (db: Db, ids: readonly number[], personId: number | null) =>
  everything(db, 'payment', why)
    .select()
    .innerJoin('push', 'push.payment_id', 'payment.id')
    .innerJoin('push_invoice', 'push_invoice.push_id', 'push.id')
    .selectAll('payment')
    .where('push_invoice.invoice_id', 'in', [...ids])
    .where(sql<boolean>`payment.person_id is not distinct from ${personId}::bigint`);
/** One that still waits. */
async function waitingFor(db: Db, ids: readonly number[], personId: number | null): Promise<Progress | null> {
  if (ids.length === 0) return null;
  const row = await begunFor(db, ids, personId).where('push_invoice.open', '=', true).orderBy('payment.id', 'desc').executeTakeFirst();
  return row ? toProgress(row) : null;
}

const soon = 120_000;
const toProgress = (row: PaymentRow): Progress => ({
  code: row.code,
  status: row.status as Progress['status'],
  cents: row.cents,
  phone_tail: row.phone_tail,
  reason: row.reason as FailureReason | null,
  receipt: row.status === 'completed' ? row.external : null,
  started_at: row.created_at.toISOString(),
  again_in: openStates.includes(row.status) ? (clock.ms() - row.created_at.getTime() < soon ? 2 : 15) : null,
});

export const toPay =
  (house: House) =>
  async (ctx: Ctx, given: Input<Calls['toPay']>): Promise<Result<Calls['toPay']>> => {
    if (Object.values(given).filter((one) => one !== undefined).length !== 1) throw invalid({ tenancy_id: m.payment_problem_home() });
    let q = from(ctx, 'invoice').select('invoice.id').orderBy('invoice.due_on').limit(50);
    if (given.invoice_id !== undefined) q = q.where('invoice.id', '=', given.invoice_id);
    else if (given.tenancy_id !== undefined)
      q = q.where('invoice.tenancy_id', '=', given.tenancy_id).where('invoice.status', 'in', ['unpaid', 'active']);
    else if (given.booking_id !== undefined)
      q = q.where('invoice.booking_id', '=', given.booking_id).where('invoice.status', 'in', ['unpaid', 'active']);
    const seen = (await q.execute()).map((row) => row.id);
    if (seen.length === 0 && given.invoice_id !== undefined) throw missing();
    const invoices = await owed(ctx.db, { ids: seen }, { open: false });
    return toPayOf(
      house,
      ctx,
      invoices.filter((one) => one.open > 0),
      invoices[0],
    );
  };

/** Whoever holds the link of an invoice, while it is shown at all. */
async function linked(ctx: Ctx, id: number, token: string): Promise<Owed> {
  await byLink(ctx, { id, token });
  const [one] = await owed(ctx.db, { ids: [id] }, { open: false });
  if (!one) throw missing();
  return one;
}
export const toPayOpen =
  (house: House) =>
  async (ctx: Ctx, { invoice_id, token }: Input<Calls['toPayOpen']>): Promise<Result<Calls['toPayOpen']>> => {
    const one = await linked(ctx, invoice_id, token);
    return toPayOf(house, { ...ctx, me: { ...ctx.me, userId: null } }, one.open > 0 ? [one] : [], one);
  };

const hour = 3600;

async function begin(house: House, ctx: Ctx, invoices: readonly Owed[], given: { cents: number; phone: string }) {
  const [first] = invoices;
  if (!first) throw missing();
  insistPushable(given.cents);
  if (msisdnOf(given.phone) === null) throw invalid({ phone: m.payment_problem_phone() });
  if (
    invoices.some(
      (one) => one.companyId !== first.companyId || one.fund !== first.fund || one.tenancyId !== first.tenancyId || one.bookingId !== first.bookingId,
    )
  )
    throw invalid({ invoice_ids: m.payment_problem_one_home() });
  if (invoices.some((one) => one.open <= 0)) throw new Refusal('wrongState', m.payment_refusal_paid());
  const account = await paybillFor(house, ctx.db, { companyId: first.companyId, fund: first.fund });
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  const made = await writePush(house, ctx, {
    purpose: purposes.tenancy_payment,
    account,
    phone: given.phone,
    cents: given.cents,
    invoiceIds: invoices.map(({ id }) => id),
    about: { ...belongs(first), person_id: ctx.me.userId },
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

export const pay =
  (house: House) =>
  async (ctx: Ctx, { invoice_ids, ...given }: Input<Calls['pay']>): Promise<Result<Calls['pay']>> => {
    const ids = [...new Set(invoice_ids)];
    const seen = await from(ctx, 'invoice').select('invoice.id').where('invoice.id', 'in', ids).execute();
    if (seen.length !== ids.length) throw missing();
    const made = await begin(house, ctx, await owed(ctx.db, { ids }, { open: false }), given);
    return { id: made.paymentId, code: made.code };
  };
export const payOpen =
  (house: House) =>
  async (ctx: Ctx, { invoice_id, token, ...given }: Input<Calls['payOpen']>): Promise<Result<Calls['payOpen']>> => {
    const stranger = { ...unscoped(ctx, why), me: { ...ctx.me, userId: null, unscoped: why } };
    const made = await begin(house, stranger, [await linked(ctx, invoice_id, token)], given);
    return { code: made.code };
  };

export async function progress(ctx: Ctx, { code }: Input<Calls['progress']>): Promise<Result<Calls['progress']>> {
  const row = await from(ctx, 'payment').selectAll('payment').where('payment.code', '=', code).executeTakeFirst();
  if (!row) throw missing();
  return toProgress(row);
}
export async function progressOpen(ctx: Ctx, { code, invoice_id, token }: Input<Calls['progressOpen']>): Promise<Result<Calls['progressOpen']>> {
  await byLink(ctx, { id: invoice_id, token });
  const row = await begunFor(ctx.db, [invoice_id], null).where('payment.code', '=', code).executeTakeFirst();
  if (!row) throw missing();
  return toProgress(row);
}

/** A message is evidence and never money: M-Pesa is asked about the number in it, and what it says counts. */
export async function paste(ctx: Ctx, { text, tenancy_id }: Input<Calls['paste']>): Promise<Result<Calls['paste']>> {
  const read = readMessage(text);
  if (!read) throw invalid({ text: m.payment_problem_message() });
  const wait = await take(ctx.db, `paste:${ctx.me.userId}`, { limit: 10, seconds: hour });
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
  const home =
    tenancy_id === undefined ? null : await from(ctx, 'tenancy').select('company_id').where('tenancy.id', '=', tenancy_id).executeTakeFirst();
  if (home === undefined) throw missing();
  const accounts = (await paybills(ctx.db)).filter((one) => one.company_id === null || one.company_id === (home?.company_id ?? ctx.me.companyId));
  if (accounts.length === 0) throw new Refusal('conflict', m.payment_refusal_no_push());
  let known = false;
  for (const account of accounts) {
    if (await paymentBy(ctx.db, 'mpesa', account, read.external)) known = true;
    else await askAbout(ctx, { account, external: read.external });
  }
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: null, reason: `a message was pasted: ${read.external}` });
  return { external: read.external, known };
}
