import { sql } from 'kysely';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { type FailureReason, purposes, pushMost } from '#contract/collection/kinds.ts';
import type { Progress, ToPay } from '#contract/collection/shapes.ts';
import { msisdnOf } from '#contract/daraja/phone.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { byLink, ownShares, payRef, sharesOf } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { paybillFor } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { aheadFor, belongs, creditOf, type Owed, owed, type PaidHome } from './invoices.ts';
import { insistPushable, openStates, writePush } from './push.ts';
import { receiptAddress } from './receipt-address.ts';
import { isStale } from './ring-limits.ts';
import { missing, type PaymentRow } from './rows.ts';

type Calls = typeof collectionCalls;
const why = 'whoever holds the link of an invoice, or pays for the home';

async function toPayOf(house: House, ctx: Ctx, invoices: readonly Owed[], one: PaidHome | undefined, mayAhead = true): Promise<ToPay> {
  const ids = invoices.map(({ id }) => id);
  const shares = await ownShares(ctx.db, ctx.me.userId, ids);
  const account = one ? await paybillFor(house, ctx.db, { companyId: one.companyId, fund: one.fund }) : null;
  const rows = invoices.map((invoice) => ({
    ...{ id: invoice.id, code: invoice.code, kind: invoice.kind, title: invoice.title, period_from: invoice.periodFrom, due_on: invoice.due },
    ...{ overdue: invoice.due < clock.today(), total_cents: invoice.total, open_cents: invoice.open },
    share_cents: shares.get(invoice.id) ?? invoice.open,
  }));
  const tenancy =
    one?.tenancyId == null
      ? null
      : await everything(ctx.db, 'tenancy', why).select().select('code').where('id', '=', one.tenancyId).executeTakeFirst();
  const person = ctx.me.userId === null ? null : await from(ctx, 'person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
  return {
    invoices: rows,
    others: [],
    open_cents: sum(rows.map((row) => row.open_cents)),
    share_cents: sum(rows.map((row) => row.share_cents)),
    credit_cents: one ? await creditOf(ctx.db, one.fund, one.payer) : 0,
    push: account !== null,
    push_most_cents: pushMost,
    paybill: account && one ? { shortcode: account.number, account: payRef(tenancy?.code ?? one.code) } : null,
    phone: person?.phone ?? null,
    waiting: await waitingFor(ctx.db, ids, (mayAhead && one?.tenancyId) || null, ctx.me.userId),
    ahead: mayAhead && one?.tenancyId != null && account ? { tenancy_id: one.tenancyId } : null,
  };
}

/** Prompts that somebody began, or that were begun on the public page: there only those are shown. */
const begun = (db: Db, personId: number | null) =>
  everything(db, 'payment', why)
    .select()
    .innerJoin('push', 'push.payment_id', 'payment.id')
    .selectAll('payment')
    .where(sql<boolean>`payment.person_id is not distinct from ${personId}::bigint`);
/** One that still waits, for one of these or ahead for the home. */
async function waitingFor(db: Db, ids: readonly number[], tenancyId: number | null, personId: number | null): Promise<ToPay['waiting']> {
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
/** Longer than anybody looks for their PIN. */
const slow = 60_000;
const toProgress = (row: PaymentRow): Progress => ({
  code: row.code,
  status: row.status,
  cents: row.cents,
  phone_tail: row.phone_tail,
  reason: row.reason as FailureReason | null,
  receipt: row.status === 'completed' ? row.external : null,
  started_at: row.created_at.toISOString(),
  stale: isStale(row),
  slow: clock.ms() - row.created_at.getTime() > slow,
  ...{ paper: null, left_cents: null, credit_cents: row.credited_cents },
  // Paid, and not put to anything yet: that is a matter of seconds.
  again_in:
    openStates.includes(row.status) || (row.status === 'completed' && row.looked_at === null)
      ? clock.ms() - row.created_at.getTime() < soon
        ? 2
        : 15
      : null,
});
/** What is left of the invoices it was for. */
async function leftBy(db: Db, row: PaymentRow): Promise<number | null> {
  if (row.status !== 'completed' || row.looked_at === null) return null;
  const { rows } = await sql<{ open: number | null }>`/* all: of a prompt whose key is known */ select sum(i.open_cents)::bigint as open
    from push p join push_invoice pi on pi.push_id = p.id join invoice i on i.id = pi.invoice_id where p.payment_id = ${row.id}`.execute(db);
  return rows[0]?.open ?? null;
}

/** What else is open of the home. */
async function othersOf(db: Db, one: PaidHome, ids: readonly number[]): Promise<ToPay['others']> {
  const open = await owed(
    db,
    one.tenancyId === null ? { bookingId: requiredId(one.bookingId, 'the booking of a home without a tenancy') } : { tenancyId: one.tenancyId },
  );
  return open
    .filter((other) => !ids.includes(other.id) && other.fund === one.fund)
    .map(({ id, kind, title, periodFrom, due, open: cents }) => ({ id, kind, title, period_from: periodFrom, due_on: due, open_cents: cents }));
}

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
    const open = invoices.filter((one) => one.open > 0);
    const home = given.tenancy_id ?? invoices[0]?.tenancyId;
    const ahead = home == null ? undefined : await aheadFor(ctx, home);
    const one = open[0] ?? ahead ?? invoices[0];
    return { ...(await toPayOf(house, ctx, open, one, ahead !== undefined)), others: one ? await othersOf(ctx.db, one, seen) : [] };
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
    const answer = await toPayOf(house, { ...ctx, me: { ...ctx.me, userId: null } }, one.open > 0 ? [one] : [], one, false);
    // Nobody says who they are here: a share is offered where it is the same for all who still pay.
    const [left = 0, ...others] = new Set((await sharesOf(ctx.db, invoice_id)).map((share) => share.left));
    if (left === 0 || others.length > 0) return answer;
    return { ...answer, share_cents: left, invoices: answer.invoices.map((invoice) => ({ ...invoice, share_cents: left })) };
  };

async function begin(house: House, ctx: Ctx, invoices: readonly Owed[], given: { cents: number; phone: string }, ahead?: PaidHome) {
  const first = invoices[0] ?? ahead;
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
  async (ctx: Ctx, { invoice_ids, tenancy_id, ...given }: Input<Calls['pay']>): Promise<Result<Calls['pay']>> => {
    const ids = [...new Set(invoice_ids)];
    if (ids.length > 0 && tenancy_id !== undefined) throw invalid({ tenancy_id: m.payment_problem_home() });
    if (ids.length === 0) {
      const made = await begin(house, ctx, [], given, tenancy_id === undefined ? undefined : await aheadFor(ctx, tenancy_id));
      return { id: made.paymentId, code: made.code };
    }
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

/** How it stands by now: with its receipt, and what is left of what it was for. */
const standing = async (house: House, db: Db, row: PaymentRow | undefined): Promise<Progress> => {
  if (!row) throw missing();
  return { ...toProgress(row), paper: row.status === 'completed' ? receiptAddress(house, row.id) : null, left_cents: await leftBy(db, row) };
};
export const progress =
  (house: House) =>
  async (ctx: Ctx, { code }: Input<Calls['progress']>): Promise<Result<Calls['progress']>> =>
    standing(house, ctx.db, await from(ctx, 'payment').selectAll('payment').where('payment.code', '=', code).executeTakeFirst());
export const progressOpen =
  (house: House) =>
  async (ctx: Ctx, { code, invoice_id, token }: Input<Calls['progressOpen']>): Promise<Result<Calls['progressOpen']>> => {
    await byLink(ctx, { id: invoice_id, token });
    const row = await begun(ctx.db, null)
      .where('payment.code', '=', code)
      .where(sql<boolean>`exists (select 1 from push_invoice pi where pi.push_id = push.id and pi.invoice_id = ${invoice_id})`)
      .executeTakeFirst();
    return standing(house, ctx.db, row);
  };
