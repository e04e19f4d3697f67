import type { Input, Result } from '#contract/kernel/call.ts';
import type { matchingCalls } from '#contract/matching/calls.ts';
import { matches, scores } from '#contract/matching/match.ts';
import { partsOf } from '#contract/matching/order.ts';
import type { Candidate } from '#contract/matching/shapes.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import {
  belongs,
  type Elsewhere,
  factsOf,
  leftOf,
  lockPayment,
  missing,
  type Owed,
  owed,
  type PaymentRow,
  putPayment,
  reveal,
  tellCame,
  tellTakenOff,
} from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { take } from '#server/http/throttle.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { managerOf } from '#server/people/service.ts';
import { accountOf } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { allocate } from './allocate.ts';
import { homeNow, owedAt, takesFund } from './apply.ts';
import { keepCredit, type Whose } from './credit.ts';
import { insistNoDebt, insistNotKept, insistSecond, insistTheirCredit } from './kept.ts';
import { candidatesFor, paidOf } from './look.ts';
import { byWords, details, earlier, type Found } from './owing.ts';
import { mayReverse, reverseBy } from './reverse.ts';
import { free, holdAll } from './unallocate.ts';

type Calls = typeof matchingCalls & typeof paymentActCalls;

/** One the caller manages and may change; looked at, not held. */
export async function managed(ctx: Ctx, id: number): Promise<PaymentRow> {
  const row = await from(ctx, 'payment:managed')
    .selectAll('payment')
    .where('id', '=', id)
    .where(mayChange('payment:managed', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}
export const insistCompleted = (row: PaymentRow): void => {
  if (row.status !== 'completed') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
};

export async function candidates(ctx: Ctx, { id, q }: Input<Calls['candidates']>): Promise<Result<Calls['candidates']>> {
  const row = await from(ctx, 'payment:managed').selectAll('payment').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const where = row.account_id === null ? row : await accountOf(ctx.db, row.account_id);
  if (q) {
    const homes = await managedOf(ctx, await details(ctx.db, await byWords(ctx.db, where, q)));
    return { results: await Promise.all(homes.map((home) => toCandidate(ctx, home, row.fund, 0, []))) };
  }
  const { found, homes } = await candidatesFor(ctx.db, row);
  const { put, theirs } = await earlier(ctx.db, where, row);
  const [before, rented] = [await details(ctx.db, put), await details(ctx.db, theirs)];
  for (const home of [...before, ...rented]) homes.set(home.key, home);
  const known = new Map([...matches(paidOf(row), rented), ...found].map((match) => [match.key, match]));
  for (const { key } of before) {
    const reasons = [...(known.get(key)?.reasons ?? []), { what: 'earlier' as const, score: scores.earlier }];
    known.set(key, { key, score: Math.max(...reasons.map(({ score }) => score)), reasons });
  }
  const own = new Map((await managedOf(ctx, [...homes.values()])).map((home) => [home.key, home]));
  const results: Candidate[] = [];
  for (const match of [...known.values()].toSorted((a, b) => b.score - a.score || b.reasons.length - a.reasons.length).slice(0, 20)) {
    const home = own.get(match.key);
    if (home) results.push(await toCandidate(ctx, home, row.fund, match.score, [...match.reasons]));
  }
  return { results };
}
/** Money at the platform's paybill may be anybody's; whoever looks at it reads of their own tenants alone, to whom they could give it. */
async function managedOf(ctx: Ctx, homes: readonly Found[]): Promise<Found[]> {
  const ids = (table: 'tenancy' | 'booking') =>
    homes.flatMap(({ tenancyId, bookingId }) => (table === 'tenancy' ? tenancyId : tenancyId === null ? bookingId : null) ?? []);
  const [tenancies, bookings] = [ids('tenancy'), ids('booking')];
  const lived = tenancies.length === 0 ? [] : await from(ctx, 'tenancy:managed').select('tenancy.id').where('tenancy.id', 'in', tenancies).execute();
  const booked = bookings.length === 0 ? [] : await from(ctx, 'booking:managed').select('booking.id').where('booking.id', 'in', bookings).execute();
  const [seen, seenBooked] = [new Set(lived.map(({ id }) => id)), new Set(booked.map(({ id }) => id))];
  return homes.filter(({ tenancyId, bookingId }) => (tenancyId !== null ? seen.has(tenancyId) : bookingId !== null && seenBooked.has(bookingId)));
}
async function toCandidate(ctx: Ctx, home: Found, fund: string, score: number, reasons: Candidate['reasons']): Promise<Candidate> {
  const all = await owedAt(ctx.db, home);
  const open = all.filter((one) => one.fund === fund);
  const sum = (invoices: readonly Owed[]) => invoices.reduce((total, one) => total + one.open, 0);
  return {
    tenancy: home.tenancyId === null ? null : { id: home.tenancyId, code: home.code },
    booking: home.tenancyId === null && home.bookingId !== null ? { id: home.bookingId, code: home.code } : null,
    name: home.name,
    unit: home.unit,
    property: home.property,
    score,
    reasons,
    open_cents: sum(open),
    elsewhere_cents: sum(all) - sum(open),
    takes: await takesFund(ctx.db, home.companyId, all, fund),
    invoices: open.map((one) => ({ id: one.id, code: one.code, kind: one.kind, due_on: one.due, open_cents: one.open })),
  };
}

type Part = Input<Calls['assign']>['parts'][number];
type Target = { readonly part: Part; readonly whose: Whose; readonly open: readonly Owed[]; readonly about: Partial<PaymentRow> };
/** Where a part goes, of what the caller manages themselves: nobody gives another's tenants money, nor takes it. */
async function targetOf(ctx: Ctx, part: Part): Promise<Target> {
  if ((part.tenancy_id === undefined) === (part.booking_id === undefined)) throw invalid({ parts: m.payment_problem_home() });
  const row =
    part.tenancy_id !== undefined
      ? await from(ctx, 'tenancy:managed')
          .leftJoin('tenancy_person as lead', (join) =>
            join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
          )
          .select(['tenancy.id', 'tenancy.id as tenancy_id', 'company_id', 'property_id', 'unit_id', 'booking_id', 'lead.tenant_id'])
          .where('tenancy.id', '=', part.tenancy_id)
          .executeTakeFirst()
      : await from(ctx, 'booking:managed')
          // It may be a tenancy by now: what comes is that home's.
          .leftJoin('tenancy', 'tenancy.booking_id', 'booking.id')
          .select(['booking.id', 'tenancy.id as tenancy_id', 'booking.company_id', 'booking.property_id', 'booking.unit_id'])
          .select(['booking.id as booking_id', 'booking.tenant_id'])
          .where('booking.id', '=', part.booking_id ?? null)
          .orderBy('tenancy.id', 'desc')
          .executeTakeFirst();
  if (!row) throw missing();
  const { id: _, ...about } = row;
  const tenancyId = row.tenancy_id;
  const open = await owed(ctx.db, tenancyId !== null ? { tenancyId } : { bookingId: row.id });
  const named = part.invoice_ids;
  if (named?.some((id) => !open.some((one) => one.id === id))) throw invalid({ parts: m.payment_problem_invoice() });
  return {
    part,
    whose: { companyId: row.company_id, tenancyId, bookingId: row.booking_id },
    open: named && named.length > 0 ? open.filter(({ id }) => named.includes(id)) : open,
    about,
  };
}

/** What a person may not do with these parts of it is refused; the payment is held. */
async function insistAssignable(ctx: Ctx, payment: PaymentRow, targets: readonly Target[]): Promise<void> {
  insistCompleted(payment);
  await insistNotKept(ctx, payment, { before: true });
  await insistSecond(
    ctx,
    payment,
    targets.map(({ whose }) => whose.companyId),
  );
  const wanted = targets.reduce((sum, { part }) => sum + part.cents, 0);
  if (wanted > leftOf(payment)) throw invalid({ parts: m.payment_problem_more({ left: kesPlain(leftOf(payment)) }) });
  await insistTheirCredit(
    ctx,
    payment,
    targets.map(({ part, whose, about }) => ({ tenancyId: whose.tenancyId, tenantId: about.tenant_id ?? null, cents: part.cents })),
  );
}

type Assigned = { readonly payment: PaymentRow; readonly row: PaymentRow; readonly paid: Elsewhere };
/** Puts one part to its home. `row`: as those of that home read of it; `paid`: the invoice that took it first. */
async function assignPart(ctx: Ctx, payment: PaymentRow, { part, whose, open, about }: Target): Promise<Assigned> {
  const company = payment.account_id === null ? null : (await accountOf(ctx.db, payment.account_id)).company_id;
  if (company !== null && company !== whose.companyId) throw new Refusal('conflict', m.payment_refusal_other_fund());
  // What came for one landlord does not become another's by the hand of who works for both.
  if (payment.company_id !== null && payment.company_id !== whose.companyId && ctx.me.companyId !== null)
    throw new Refusal('forbidden', m.payment_refusal_other_company());
  const now = (await owed(ctx.db, { ids: open.map((one) => one.id) })).filter((one) => one.fund === payment.fund);
  if (!(await takesFund(ctx.db, whose.companyId, open, payment.fund))) throw new Refusal('conflict', m.payment_refusal_other_fund());
  if (open.length > 0 && now.length === 0) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  const plan = partsOf(now, part.cents);
  await allocate(ctx, [{ payment, source: { kind: 'receipt' }, on: payment.paid_on ?? clock.today(), parts: plan.parts }], now);
  const at = now[0] && (await homeNow(ctx.db, now[0].id));
  await keepCredit(ctx, payment, at ?? whose, plan.over);
  const home = at ? belongs(at) : about;
  return {
    row: { ...payment, ...home, cents: cents(part.cents), credited_cents: cents(plan.over) },
    paid: now[0] ? { id: now[0].id, code: now[0].code } : null,
    payment: await putPayment(ctx.db, payment.id, {
      allocated_cents: payment.allocated_cents + part.cents - plan.over,
      credited_cents: payment.credited_cents + plan.over,
      // Of several homes the first is what its row says.
      ...(payment.allocated_cents + payment.credited_cents === 0 ? home : {}),
    }),
  };
}

/** A person says whose it is, all or part of it; what no invoice takes is kept for whom they named. */
export async function assign(ctx: Ctx, { id, parts }: Input<Calls['assign']>): Promise<void> {
  const seen = await managed(ctx, id);
  const targets: Target[] = [];
  for (const part of parts) targets.push(await targetOf(ctx, part));
  await lockForPaying(
    ctx,
    [...new Set(targets.flatMap(({ open }) => open.map((one) => one.id)))].sort((a, b) => a - b),
  );
  let payment = await lockPayment(ctx.db, id);
  await insistAssignable(ctx, payment, targets);
  const assigned: Assigned[] = [];
  for (const target of targets) {
    const one = await assignPart(ctx, payment, target);
    assigned.push(one);
    payment = one.payment;
  }
  const after = await putPayment(ctx.db, id, {
    match: leftOf(payment) === 0 ? 'matched' : 'suggested',
    looked_at: clock.now(),
    reasons: JSON.stringify([{ what: 'person', score: scores.person }]),
  });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code: seen.code,
    before: factsOf(seen),
    after: factsOf(after),
    reason: 'matched by hand',
  });
  const isOwn = (row: PaymentRow) => row.tenancy_id === after.tenancy_id && row.booking_id === after.booking_id;
  for (const { row, paid } of assigned) await tellCame(ctx, row, isOwn(row) ? undefined : paid);
}

/** One SMS a day, to a number that is known in full: the paybill's own confirmation masks it. */
export const ask =
  (house: Pick<House, 'env'>) =>
  async (ctx: Ctx, { id }: Input<Calls['ask']>): Promise<void> => {
    const row = await managed(ctx, id);
    insistCompleted(row);
    if (row.phone_sealed === null) throw new Refusal('conflict', m.payment_refusal_no_number());
    const wait = await take(ctx.db, `ask-payer:${id}`, { limit: 1, seconds: 24 * 3600 });
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
    const manager = row.company_id === null ? null : await managerOf(ctx.db, row.company_id);
    // Of money without a company the platform answers for itself.
    const reach = manager?.phone ?? house.env.SUPPORT_PHONE ?? house.env.appUrl;
    await tell(ctx, {
      event: 'payment.asked',
      to: { phone: `+${reveal(row.phone_sealed)}` },
      params: { sum: kesPlain(row.cents), external: row.external ?? row.code, reach },
      key: `payment.asked:${id}:${clock.today()}`,
    });
    await putPayment(ctx.db, id, { asked_at: clock.now() });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code: row.code, reason: 'the payer was asked' });
  };

export async function unmatch(ctx: Ctx, { id, reason }: Input<Calls['unmatch']>): Promise<void> {
  await managed(ctx, id);
  const seen = await holdAll(ctx, id);
  insistCompleted(seen);
  if (seen.spent_cents > 0) throw new Refusal('conflict', m.payment_refusal_spent());
  await insistNotKept(ctx, seen);
  await insistNoDebt(ctx, seen);
  await free(ctx, seen, { reason });
  // Whose desk it waits at stays: company and property. Whose money it was thought to be does not.
  const nobody = { tenancy_id: null, booking_id: null, unit_id: null, tenant_id: null };
  // Of what was wholly given back there is no owner to be found.
  const match = leftOf({ ...seen, allocated_cents: cents(0), credited_cents: cents(0) }) > 0 ? 'unmatched' : 'returned';
  const after = await putPayment(ctx.db, id, { ...nobody, looked_at: clock.now(), match, reasons: '[]' });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code: seen.code, before: factsOf(seen), after: factsOf(after), reason });
  await tellTakenOff(ctx, seen, reason);
}

export async function reverse(ctx: Ctx, { id, reason }: Input<Calls['reverse']>): Promise<void> {
  const seen = await managed(ctx, id);
  insistCompleted(seen);
  // Nothing came in: whoever sold something for it gives it back to the wallet.
  if (seen.how === 'wallet') throw new Refusal('conflict', m.payment_refusal_wallet());
  if (!mayReverse(ctx.me, seen))
    throw new Refusal('forbidden', seen.recorded_by === null ? m.payment_refusal_proven() : m.payment_refusal_said_cash());
  await insistNotKept(ctx, seen);
  // Whoever pressed at the same moment was first.
  if (!(await reverseBy(ctx, id, reason))) throw new Refusal('wrongState', m.shell_refusal_state(), { from: 'reversed' });
}
