import { sql } from 'kysely';
import type { bidCalls } from '#contract/bid/calls.ts';
import { bidMachine } from '#contract/bid/machine.ts';
import type { BidDetails } from '#contract/bid/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { companyAndCountyColumns, withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { type BidRow, bidNameColumns, canBidAgainSql, isBidFrozenSql, lastBidCentsSql, readBidTurns, toBidSummary } from './rows.ts';

type Calls = typeof bidCalls;
/** A bid without the address of its document, which only the service can sign. */
export type BidWithoutDocument = Omit<BidDetails, 'paper'>;
type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
const open: readonly BidRow['status'][] = ['open', 'countered'];
export const bidNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
/** Moves that agree to terms or continue the negotiation. */
export const negotiatingBidMoves: readonly string[] = ['accept', 'accept_counter', 'counter', 'reply'];
/** A tenant acts as the bidder, every other role as the manager of the home. */
export const isBidder = (ctx: Ctx): boolean => ctx.me.role === 'tenant';

const joined = (ctx: Ctx) =>
  from(ctx, 'bid')
    .innerJoin('listing', 'listing.id', 'bid.listing_id')
    .innerJoin('property', 'property.id', 'bid.property_id')
    .innerJoin('person', 'person.id', 'bid.person_id');

/** Neighbouring tables are joined only to the rows of one page, so the count does without them. */
export function filterBids(ctx: Ctx, f: Filter) {
  let q = from(ctx, 'bid:managed');
  if (f.status) q = q.where('bid.status', '=', f.status);
  if (f.waiting) q = q.where('bid.status', '=', 'open');
  if (f.listing_id) q = q.where('bid.listing_id', '=', f.listing_id);
  if (f.company_id) q = q.where('bid.company_id', '=', f.company_id);
  const { q: text, region } = f;
  if (region)
    q = q.where((eb) =>
      eb.exists(
        eb.selectFrom('property').select('property.id').whereRef('property.id', '=', 'bid.property_id').where('property.region', '=', region),
      ),
    );
  if (text)
    q = q.where((eb) =>
      eb.or([
        containsTextSql('bid.code', text),
        eb.exists(
          eb.selectFrom('person').select('person.id').whereRef('person.id', '=', 'bid.person_id').where(containsTextSql('person.name', text)),
        ),
        eb.exists(
          eb.selectFrom('listing').select('listing.id').whereRef('listing.id', '=', 'bid.listing_id').where(containsTextSql('listing.title', text)),
        ),
      ]),
    );
  return hasDayRange(f) ? q.where(isInDayRangeSql('bid.created_at', f)) : q;
}

const columns = [...bidNameColumns, ...companyAndCountyColumns('bid.company_id')] as const;

/** Only an open bid has a deadline, so closed bids follow in either sort direction. */
function inOrder(sort: HandlerInput<Calls['list']>['sort']) {
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  if (sort.endsWith('cents')) return sql`${lastBidCentsSql} ${way}`;
  if (sort.endsWith('expires_at')) return sql`case when bid.status in ('open', 'countered') then bid.expires_at end ${way} nulls last`;
  return orderByColumn(sort.replace(/^(-?)/, '$1bid.'));
}

export async function listBids(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterBids(ctx, z_filter), { page, page_size }, (q) =>
    q
      .innerJoin('listing', 'listing.id', 'bid.listing_id')
      .innerJoin('property', 'property.id', 'bid.property_id')
      .innerJoin('person', 'person.id', 'bid.person_id')
      .selectAll('bid')
      .select([...columns])
      .orderBy(inOrder(sort))
      .orderBy('bid.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterBids(ctx, { ...z_filter, status: undefined }), sql`bid.status`);
  const turns = await readBidTurns(ctx.db, rows);
  const heads = await withCompanyHeads(
    ctx,
    rows.map((r) => toBidSummary(r, turns.get(r.id) ?? [])),
  );
  return { count, results: heads, ...counts };
}

export const selectOwnBids = (ctx: Ctx, waiting: boolean) => {
  const q = from(ctx, 'bid').where('bid.person_id', '=', ctx.me.userId);
  return waiting ? q.where('bid.status', '=', 'countered') : q;
};

export async function listOwnBids(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listMine']>,
): Promise<HandlerResult<Calls['listMine']>> {
  const { rows, count } = await readPage(selectOwnBids(ctx, z_filter.waiting === 'true'), { page, page_size }, (q) =>
    q
      .innerJoin('listing', 'listing.id', 'bid.listing_id')
      .innerJoin('property', 'property.id', 'bid.property_id')
      .innerJoin('person', 'person.id', 'bid.person_id')
      .selectAll('bid')
      .select([...columns, canBidAgainSql.as('again')])
      .orderBy('bid.id', 'desc'),
  );
  const turns = await readBidTurns(ctx.db, rows);
  return { count, results: rows.map((r) => ({ ...toBidSummary(r, turns.get(r.id) ?? []), again: r.again })) };
}

/** One bid as the caller may see it: bidders see their own turns only, and managers also see the number of other bids. */
export async function readBidDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<BidWithoutDocument> {
  const row = await joined(ctx)
    .selectAll('bid')
    .select([...columns])
    .select(mayChange('bid:managed', ctx.me, 'offers.edit').as('may_work'))
    .select((eb) => [
      eb.selectFrom('sale_file').select('sale_file.id').whereRef('sale_file.bid_id', '=', 'bid.id').as('sale_id'),
      eb.selectFrom('sale_file').select('sale_file.code').whereRef('sale_file.bid_id', '=', 'bid.id').as('sale_code'),
      getLookup('bookingOfBid')(sql.ref('bid.id')).as('its_booking'),
      getLookup('bookingCodeOfBid')(sql.ref('bid.id')).as('booking_code'),
      eb.selectFrom('unit').select('unit.code').whereRef('unit.id', '=', 'bid.unit_id').as('unit_code'),
      eb.selectFrom('unit').select('unit.name').whereRef('unit.id', '=', 'bid.unit_id').as('unit_name'),
      isBidFrozenSql.as('frozen'),
      canBidAgainSql.as('again'),
      getLookup('threadOfLead')(sql.ref('bid.lead_id')).as('thread_id'),
    ])
    .where('bid.id', '=', id)
    .executeTakeFirst();
  if (!row) throw bidNotFound();
  const own = row.person_id === ctx.me.userId;
  const history = (await readBidTurns(ctx.db, [row])).get(id) ?? [];
  const others = await unscopedTable(ctx.db, 'bid', 'the number of other bids is shown to managers of the unit')
    .select()
    .select(sql<number>`count(*)`.as('n'))
    .where('listing_id', '=', row.listing_id)
    .where('id', '<>', id)
    .where('status', 'in', [...open])
    .executeTakeFirstOrThrow();
  const may = own ? isBidder(ctx) : row.may_work && ctx.me.grants.has('offers.edit');
  return {
    ...toBidSummary(row, history),
    history,
    again: own && row.again,
    reason: row.reason,
    unit: row.unit_id === null ? null : { id: row.unit_id, code: row.unit_code ?? '', name: row.unit_name ?? '' },
    others: own ? null : others.n,
    sale: row.sale_id === null ? null : { id: row.sale_id, code: row.sale_code ?? '' },
    booking: row.its_booking === null ? null : { id: row.its_booking, code: row.booking_code ?? '' },
    lead_id: own ? null : row.lead_id,
    thread_id: own ? row.thread_id : null,
    frozen: row.frozen && open.includes(row.status),
    moves: may ? listAllowedMoves(bidMachine, row.status, ctx.me.role).filter((name) => !row.frozen || !negotiatingBidMoves.includes(name)) : [],
    revision: row.revision,
  };
}
