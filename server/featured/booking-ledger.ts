import { type Selectable, sql } from 'kysely';
import { calculateEarnedPart, splitAmountByDay } from '#contract/featured/kinds.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import { ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import {
  buildPurchasePaidPostings,
  buildPurchaseRefundedPostings,
  buildRevenueEarnedPostings,
  buildWalletToppedUpPostings,
} from '#contract/ledger/purchase-postings.ts';
import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, countDaysInclusive, type Day } from '#contract/time/days.ts';
import type { FeaturedBookingTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql, postJournal, postJournals } from '#server/ledger/service.ts';
import { notifyFeaturedCredit } from './notify.ts';
import { featuredNotFound } from './products.ts';

const why = 'the payment of a featured slot and its earned revenue';
export type FeaturedBookingRow = Selectable<FeaturedBookingTable>;

/** Locks the booking, before listings, properties and the ledger. */
export async function lockFeaturedBooking(db: Db, id: number): Promise<FeaturedBookingRow> {
  const row = await unscopedTable(db, 'featured_booking', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw featuredNotFound();
  return row;
}
export const updateFeaturedBooking = (db: Db, id: number, set: Partial<FeaturedBookingRow>) =>
  unscopedTable(db, 'featured_booking', why)
    .change()
    .set({ ...(set as object), updated_at: clock.now() })
    .where('id', '=', id)
    .execute();

/**
 * Starts a booking whose days have begun at once instead of at the next run of the clock. Moves that change cards come before the ledger is locked.
 */
export async function startFeaturedBooking(ctx: Ctx, row: FeaturedBookingRow): Promise<boolean> {
  const today = clock.today();
  if (row.starts_on > today || row.ends_on < today) return false;
  await makeMove(ctx, featuredMachine, 'start', row.id, null, 'clock');
  await updateFeaturedBooking(ctx.db, row.id, { started_on: today });
  return true;
}

export const computeFeaturedBookingTotal = (row: Pick<FeaturedBookingRow, 'price_cents' | 'vat_cents'>): Cents =>
  sumCents([row.price_cents, row.vat_cents]);

/** The names that a journal shows; they stay as they were on the day of posting. */
async function said(db: Db, row: Pick<FeaturedBookingRow, 'id' | 'code'>): Promise<{ who: string; what: string; code: string }> {
  const { who, what } = await unscopedTable(db, 'featured_booking', why)
    .select()
    .innerJoin('company', 'company.id', 'featured_booking.company_id')
    .innerJoin('listing', 'listing.id', 'featured_booking.listing_id')
    .select(['company.name as who', 'listing.title as what'])
    .where('featured_booking.id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { who, what, code: row.code };
}
const journal = async (ctx: Pick<Ctx, 'db' | 'me'>, row: FeaturedBookingRow) => ({
  source: ['featured_booking', row.id] as const,
  companyId: row.company_id,
  params: await said(ctx.db, row),
  by: ctx.me.userId,
});

/** The source of the payment: a receipt, the platform's bank account, or the company's wallet with its share of credit. */
export type FeaturedPayment = { readonly by: 'receipt' } | { readonly by: 'bank' } | { readonly by: 'wallet'; readonly credit: number };

/** Credit pays the price first, then its VAT. */
const byCredit = ({ price_cents: price }: Pick<FeaturedBookingRow, 'price_cents'>, credit: number): { net: number; tax: number } => ({
  net: Math.min(credit, price),
  tax: Math.max(0, credit - price),
});

/** Posts the purchase as deferred revenue until the days have been displayed. Rent pays what credit does not cover. */
export async function postFeaturedPurchase(ctx: Ctx, row: FeaturedBookingRow, paid: FeaturedPayment, day: Day = clock.today()): Promise<void> {
  const { company_id: company, price_cents: price, vat_cents: vat } = row;
  const { net, tax } = byCredit(row, paid.by === 'wallet' ? paid.credit : 0);
  const rest = { company, cents: toCents(price - net), vatCents: toCents(vat - tax) };
  await postJournal(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${row.id}:paid`,
    kind: 'bought',
    day,
    pairs:
      paid.by === 'wallet'
        ? [
            ...buildPurchasePaidPostings({ company, cents: net, vatCents: tax, from: 'wallet' }),
            ...buildPurchasePaidPostings({ ...rest, from: 'rent' }),
          ]
        : buildPurchasePaidPostings({ ...rest, from: paid.by }),
  });
  await publishEvent(ctx, 'featured.bought', {
    bookingId: row.id,
    paymentId: row.payment_id,
    companyId: company,
    cents: price,
    startsOn: row.starts_on,
  });
}

/** Posts a payment that bought nothing as the company's credit for later. */
export async function postFeaturedCredit(ctx: Ctx, row: FeaturedBookingRow, paymentId: number, amount: number): Promise<void> {
  if (amount <= 0) return;
  await postJournal(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${row.id}:credit:${paymentId}`,
    kind: 'top_up',
    pairs: buildWalletToppedUpPostings(row.company_id, amount),
  });
}

/** Days of display up to a given day. */
const had = ({ started_on, ends_on }: FeaturedBookingRow, through: Day): number =>
  started_on === null ? 0 : countDaysInclusive(started_on, through < ends_on ? through : ends_on);

/** Posts the revenue of past days, each on its own date and in its own journal. Repeating it posts nothing. The caller has locked the booking. */
export async function recognizeEarnedDays(ctx: Pick<Ctx, 'db' | 'me'>, row: FeaturedBookingRow, through: Day): Promise<FeaturedBookingRow> {
  const n = had(row, through);
  if (row.paid_cents === 0 || row.reversed_at !== null || row.started_on === null || n <= row.earned_days) return row;
  const parts = splitAmountByDay(row.price_cents, countDaysInclusive(row.starts_on, row.ends_on)).slice(row.earned_days, n);
  const [about, first] = [await journal(ctx, row), row.started_on];
  await postJournals(
    ctx.db,
    parts.map((part, at) => ({
      ...about,
      key: `featured:${row.id}:day:${row.earned_days + at + 1}`,
      kind: 'earned' as const,
      day: addDays(first, row.earned_days + at),
      pairs: buildRevenueEarnedPostings(row.company_id, ledgerAccounts.featuredRevenue, part),
    })),
  );
  const now = { earned_days: n, earned_cents: sumCents([row.earned_cents, ...parts]) };
  await updateFeaturedBooking(ctx.db, row.id, now);
  return { ...row, ...now };
}

/** Splits a credit by source: the part that rent paid returns to rent. Displayed days use up the credit first, as it was spent first. */
function backOf(row: FeaturedBookingRow, net: Cents, tax: Cents): PostingPair[] {
  const used = byCredit(row, computeFeaturedBookingTotal(row) - row.rent_cents);
  const [ofNet, ofTax] = [Math.min(net, row.price_cents - used.net), Math.min(tax, row.vat_cents - used.tax)];
  const { company_id: company } = row;
  return [
    ...buildPurchaseRefundedPostings(company, ofNet, ofTax, 'rent'),
    ...buildPurchaseRefundedPostings(company, net - ofNet, tax - ofTax, 'wallet'),
  ];
}

/** Settles a booking that has ended: displayed days are earned, and the rest is credited to the company with its VAT. */
export async function creditUnusedDays(ctx: Ctx, id: number): Promise<void> {
  const held = await lockFeaturedBooking(ctx.db, id);
  if (held.paid_cents === 0 || held.reversed_at !== null) return;
  const row = held.ended_on === null ? held : await recognizeEarnedDays(ctx, held, held.ended_on);
  const net = toCents(row.price_cents - row.earned_cents - row.returned_cents);
  const tax = toCents(
    row.vat_cents - calculateEarnedPart(row.vat_cents, countDaysInclusive(row.starts_on, row.ends_on), row.earned_days) - row.returned_vat_cents,
  );
  if (net + tax <= 0) return;
  await makeMove(ctx, featuredMachine, 'refund', id, 'days that were not had', 'clock');
  await updateFeaturedBooking(ctx.db, id, { returned_cents: net, returned_vat_cents: tax });
  await postJournal(ctx.db, {
    ...(await journal(ctx, row)),
    key: `featured:${id}:back`,
    kind: 'bought_back',
    pairs: backOf(row, net, tax),
  });
  await publishEvent(ctx, 'featured.back', { bookingId: id, cents: net });
  await notifyFeaturedCredit(ctx, id, sumCents([net, tax]), `back:${row.code}`);
}

/** The deferred revenue and VAT of a booking that are not yet earned, for a reversal of its payment. */
export const readUnearnedAmounts = (row: FeaturedBookingRow): { deferred: number; vat: number } => {
  const open = row.paid_cents > 0 && row.reversed_at === null;
  const days = countDaysInclusive(row.starts_on, row.ends_on);
  return {
    deferred: open ? row.price_cents - row.earned_cents - row.returned_cents : 0,
    vat: open ? row.vat_cents - calculateEarnedPart(row.vat_cents, days, row.earned_days) - row.returned_vat_cents : 0,
  };
};

/** Compares the deferred revenue in the ledger with the bookings. */
export async function findDeferredDifferences(db: Db) {
  const { rows } = await sql<{ what: string; expected: number; found: number }>`/* unscoped: a ledger check */
    with said as (select company_id, sum(case when paid_cents > 0 and reversed_at is null then price_cents - earned_cents - returned_cents else 0 end)::bigint as cents
      from featured_booking group by 1),
    booked as (select a.company_id, sum(case when e.cr = a.id then e.cents else -e.cents end)::bigint as cents
      from ledger_account a join journal_entry e on a.id in (e.cr, e.dr) join journal j on j.id = e.journal_id
      where a.fund = 'P' and a.code = ${accountCodeSql('deferredRevenue')} and j.source = 'featured_booking' group by 1)
    select 'company ' || coalesce(s.company_id, b.company_id) as what, coalesce(s.cents, 0) as expected, coalesce(b.cents, 0) as found
    from said s full join booked b using (company_id) where coalesce(s.cents, 0) <> coalesce(b.cents, 0) order by 1`.execute(db);
  return rows;
}
