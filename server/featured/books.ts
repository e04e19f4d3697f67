import { type Selectable, sql } from 'kysely';
import { dayParts, partOf } from '#contract/featured/kinds.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import { accounts, type Pair } from '#contract/ledger/accounts.ts';
import { bought, boughtBack, earned, toppedUp } from '#contract/ledger/postings.ts';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, daysCounted } from '#contract/time/days.ts';
import type { FeaturedBookingTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { codeOf, post, postMany } from '#server/ledger/service.ts';
import { missing } from './products.ts';
import { tellCredited } from './tell.ts';

const why = 'what was paid for a place, and what of it is earned';
export type Booked = Selectable<FeaturedBookingTable>;

/** Held before offers and properties, and before the books. */
export async function bookingHeld(db: Db, id: number): Promise<Booked> {
  const row = await everything(db, 'featured_booking', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}
export const put = (db: Db, id: number, set: Partial<Booked>) =>
  everything(db, 'featured_booking', why)
    .change()
    .set({ ...(set as object), updated_at: clock.now() })
    .where('id', '=', id)
    .execute();

/** Days that have begun make it run at once; nobody has to wait for the clock. What moves cards comes before the books are held. */
export async function begin(ctx: Ctx, row: Booked): Promise<boolean> {
  const today = clock.today();
  if (row.starts_on > today || row.ends_on < today) return false;
  await move(ctx, featuredMachine, 'start', row.id, null, 'clock');
  await put(ctx.db, row.id, { started_on: today });
  return true;
}

export const totalOf = (row: Pick<Booked, 'price_cents' | 'vat_cents'>): Cents => sum([row.price_cents, row.vat_cents]);

/** What a journal says of it, as it is called that day. */
async function said(db: Db, row: Pick<Booked, 'id' | 'code'>): Promise<{ who: string; what: string; code: string }> {
  const { who, what } = await everything(db, 'featured_booking', why)
    .select()
    .innerJoin('company', 'company.id', 'featured_booking.company_id')
    .innerJoin('listing', 'listing.id', 'featured_booking.listing_id')
    .select(['company.name as who', 'listing.title as what'])
    .where('featured_booking.id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { who, what, code: row.code };
}
const journal = async (ctx: Pick<Ctx, 'db' | 'me'>, row: Booked) => ({
  source: ['featured_booking', row.id] as const,
  companyId: row.company_id,
  params: await said(ctx.db, row),
  by: ctx.me.userId,
});

/** Where the money for it comes from: what just came in, the platform's own bank, or the company's wallet, so much of it credit. */
export type Paid = { readonly by: 'receipt' } | { readonly by: 'bank' } | { readonly by: 'wallet'; readonly credit: number };

/** Credit pays for the place first, then for its VAT. */
const byCredit = ({ price_cents: price }: Pick<Booked, 'price_cents'>, credit: number): { net: number; tax: number } => ({
  net: Math.min(credit, price),
  tax: Math.max(0, credit - price),
});

/** Paid: owed to the company until its days have been had. Rent pays for what credit does not. */
export async function bookBought(ctx: Ctx, row: Booked, paid: Paid, day: Day = clock.today()): Promise<void> {
  const { company_id: company, price_cents: price, vat_cents: vat } = row;
  const { net, tax } = byCredit(row, paid.by === 'wallet' ? paid.credit : 0);
  const rest = { company, cents: cents(price - net), vatCents: cents(vat - tax) };
  await post(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${row.id}:paid`,
    kind: 'bought',
    day,
    pairs:
      paid.by === 'wallet'
        ? [...bought({ company, cents: net, vatCents: tax, from: 'wallet' }), ...bought({ ...rest, from: 'rent' })]
        : bought({ ...rest, from: paid.by }),
  });
  await happened(ctx, 'featured.bought', {
    ...{ bookingId: row.id, paymentId: row.payment_id, companyId: company, cents: price, startsOn: row.starts_on },
  });
}

/** Money that bought nothing is the company's, for the next time. */
export async function bookCredit(ctx: Ctx, row: Booked, paymentId: number, amount: number): Promise<void> {
  if (amount <= 0) return;
  await post(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${row.id}:credit:${paymentId}`,
    kind: 'top_up',
    pairs: toppedUp(row.company_id, amount),
  });
}

/** Days it stood there, up to one of them. */
const had = ({ started_on, ends_on }: Booked, through: Day): number =>
  started_on === null ? 0 : daysCounted(started_on, through < ends_on ? through : ends_on);

/** Days that are over are earned, each on its own day and in its own journal; again is nothing. The booking is held. */
export async function release(ctx: Pick<Ctx, 'db' | 'me'>, row: Booked, through: Day): Promise<Booked> {
  const n = had(row, through);
  if (row.paid_cents === 0 || row.reversed_at !== null || row.started_on === null || n <= row.earned_days) return row;
  const parts = dayParts(row.price_cents, daysCounted(row.starts_on, row.ends_on)).slice(row.earned_days, n);
  const [about, first] = [await journal(ctx, row), row.started_on];
  await postMany(
    ctx.db,
    parts.map((part, at) => ({
      ...about,
      key: `featured:${row.id}:day:${row.earned_days + at + 1}`,
      kind: 'earned' as const,
      day: addDays(first, row.earned_days + at),
      pairs: earned(row.company_id, accounts.featuredRevenue, part),
    })),
  );
  const now = { earned_days: n, earned_cents: sum([row.earned_cents, ...parts]) };
  await put(ctx.db, row.id, now);
  return { ...row, ...now };
}

/** Of what comes back what rent paid for is rent again: days that were had used up the credit first, as it was used first. */
function backOf(row: Booked, net: Cents, tax: Cents): Pair[] {
  const used = byCredit(row, totalOf(row) - row.rent_cents);
  const [ofNet, ofTax] = [Math.min(net, row.price_cents - used.net), Math.min(tax, row.vat_cents - used.tax)];
  const { company_id: company } = row;
  return [...boughtBack(company, ofNet, ofTax, 'rent'), ...boughtBack(company, net - ofNet, tax - ofTax, 'wallet')];
}

/** It is over, however: what was had is earned, the rest is the company's again, with the VAT on it. */
export async function settleUp(ctx: Ctx, id: number): Promise<void> {
  const held = await bookingHeld(ctx.db, id);
  if (held.paid_cents === 0 || held.reversed_at !== null) return;
  const row = held.ended_on === null ? held : await release(ctx, held, held.ended_on);
  const net = cents(row.price_cents - row.earned_cents - row.returned_cents);
  const tax = cents(row.vat_cents - partOf(row.vat_cents, daysCounted(row.starts_on, row.ends_on), row.earned_days) - row.returned_vat_cents);
  if (net + tax <= 0) return;
  await move(ctx, featuredMachine, 'refund', id, 'days that were not had', 'clock');
  await put(ctx.db, id, { returned_cents: net, returned_vat_cents: tax });
  await post(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${id}:back`,
    kind: 'bought_back',
    pairs: backOf(row, net, tax),
  });
  await happened(ctx, 'featured.back', { bookingId: id, cents: net });
  await tellCredited(ctx, id, sum([net, tax]), `back:${row.code}`);
}

/** What of a booking is still owed to its company, for whoever takes its payment back. */
export const standing = (row: Booked): { deferred: number; vat: number } => {
  const open = row.paid_cents > 0 && row.reversed_at === null;
  const days = daysCounted(row.starts_on, row.ends_on);
  return {
    deferred: open ? row.price_cents - row.earned_cents - row.returned_cents : 0,
    vat: open ? row.vat_cents - partOf(row.vat_cents, days, row.earned_days) - row.returned_vat_cents : 0,
  };
};

/** What the books have of places that are paid and not yet had, against what the bookings say. */
export async function deferredDifferences(db: Db) {
  const { rows } = await sql<{ what: string; expected: number; found: number }>`/* all: a proof */
    with said as (select company_id, sum(case when paid_cents > 0 and reversed_at is null then price_cents - earned_cents - returned_cents else 0 end)::bigint as cents
      from featured_booking group by 1),
    booked as (select a.company_id, sum(case when e.cr = a.id then e.cents else -e.cents end)::bigint as cents
      from ledger_account a join journal_entry e on a.id in (e.cr, e.dr) join journal j on j.id = e.journal_id
      where a.fund = 'P' and a.code = ${codeOf('deferredRevenue')} and j.source = 'featured_booking' group by 1)
    select 'company ' || coalesce(s.company_id, b.company_id) as what, coalesce(s.cents, 0) as expected, coalesce(b.cents, 0) as found
    from said s full join booked b using (company_id) where coalesce(s.cents, 0) <> coalesce(b.cents, 0) order by 1`.execute(db);
  return rows;
}
