import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { resolveInheritedListingTerms } from '#contract/catalogue/terms.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { prorateToWholeShillings } from '#contract/money/cents.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { listingNotFound } from './listing-reads.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import type { ListingRow } from './rows.ts';
import { changeListingTerms } from './save-listing.ts';
import { lockListingForChange, moveListing } from './status-changes.ts';

type Calls = typeof listingCalls;
type Row = HandlerResult<Calls['bulk']>['rows'][number];

/** Applies one action to many listings separately, so that an error of one does not stop the others. */
export async function bulkChangeListings(
  ctx: Ctx,
  { ids, act, closed_as, price, terms }: HandlerInput<Calls['bulk']>,
): Promise<HandlerResult<Calls['bulk']>> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const seen = await from(ctx, 'listing')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .select(['listing.id', 'listing.code', 'listing.title', 'unit.name as unit', 'listing.status', 'listing.closed_as'])
    .where('listing.id', 'in', wanted)
    .orderBy('listing.id')
    .execute();
  if (seen.length < wanted.length) throw listingNotFound();
  if (act === 'close' && !closed_as) throw invalidInputRefusal({ closed_as: m.listing_problem_closed_as() });
  if (act === 'edit' && !price && Object.keys(terms ?? {}).length === 0) throw invalidInputRefusal({ price: m.listing_need_price() });
  // Locks companies, properties and units before the listings, in the usual order. Otherwise a transaction could hold a listing while it waits for a
  // property.
  await lockCompanyPropertyAndListings(ctx, sql`(select property_id from listing where id = any (${wanted}::bigint[]))`, wanted);
  const rows: Row[] = [];
  for (const { status: stood, closed_as: outcome, ...row } of seen) {
    const { id } = row;
    await sql`savepoint one_of_many`.execute(ctx.db);
    try {
      const status = await one(ctx, id, { act, closed_as, price, terms });
      await sql`release savepoint one_of_many`.execute(ctx.db);
      rows.push({ ...row, done: true, status, problem: '' });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      await sql`rollback to savepoint one_of_many`.execute(ctx.db);
      rows.push({ ...row, done: false, status: null, problem: whatOf(problem, outcome === null ? states[stood] : outcomes[outcome]) });
    }
  }
  const done = rows.filter((row) => row.done).length;
  // Writes an audit entry for every changed listing.
  if (done === 0)
    await audit(ctx.db, ctx, {
      kind: 'undefined',
      document: 'listing',
      id: null,
      code: null,
      after: { done, of: rows.length },
      reason: `${act} of many`,
    });
  return { rows };
}

/** The reason why an action does not fit the state of a listing. */
const states = {
  draft: m.listing_stands_draft,
  review: m.listing_stands_review,
  live: m.listing_stands_live,
  paused: m.listing_stands_paused,
  closed: m.listing_stands_closed,
  archived: m.listing_stands_archived,
} satisfies Record<ListingRow['status'], () => string>;
const outcomes = { let: m.listing_stands_let, sold: m.listing_stands_sold, withdrawn: m.listing_stands_withdrawn } as const;

/** The field errors of a refusal are more precise than its message. If the state machine refused, the state explains it. */
const whatOf = ({ message, extra }: Refusal, stands: () => string): string => {
  const { fields, allowed } = extra as { fields?: Record<string, string>; allowed?: unknown };
  if (fields) return Object.values(fields).join(', ');
  return allowed === undefined ? message : stands();
};

type Asked = Pick<HandlerInput<Calls['bulk']>, 'act' | 'closed_as' | 'price' | 'terms'>;

async function one(ctx: Ctx, id: number, { act, closed_as, price, terms = {} }: Asked) {
  if (act !== 'edit') return (await moveListing(ctx, { id, move: act, reason: '', wait: true, ...(closed_as ? { closed_as } : {}) })).status;
  const before = await lockListingForChange(ctx, id);
  const next = price && repricedTo(before, price);
  const { deposit, ...others } = terms;
  if (before.listing_type === listingTypes.buy && (deposit || others.min_term_months !== undefined))
    throw invalidInputRefusal({ deposit: m.listing_problem_sale_terms() });
  const asked = deposit && { deposit_cents: depositOf({ ...before, price_cents: next ?? before.price_cents }, deposit) };
  return (await changeListingTerms(ctx, before, { ...others, ...asked, ...(next === undefined ? {} : { price_cents: next }) })).status;
}

const repricedTo = (before: ListingRow, price: NonNullable<Asked['price']>) =>
  price.how === 'set' ? price.cents : prorateToWholeShillings(before.price_cents, 10_000 + price.basis_points, 10_000);

const unsaid = { rent_cents: null, deposit_cents: null, service_charge_cents: null, water_source: null, power_type: null };
/** The deposit as a number of months of the listing's own rent, calculated like every deposit that is not set explicitly. */
const depositOf = (of: ListingRow, deposit: NonNullable<NonNullable<Asked['terms']>['deposit']>) =>
  deposit.how === 'set'
    ? deposit.cents
    : resolveInheritedListingTerms(
        unsaid,
        { listing_type: of.listing_type, price_period: of.price_period, deposit_months: deposit.months },
        of.price_cents,
      ).deposit_cents;
