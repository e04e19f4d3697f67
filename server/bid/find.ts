import { sql } from 'kysely';
import type { BidFull, bidCalls } from '#contract/bid/calls.ts';
import { bidMachine } from '#contract/bid/machine.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { holderColumns, withHeads } from '#server/lists/holder.ts';
import { asksDays, byColumn, contains, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { type BidRow, isFrozen, lastCents, mayAgain, named, toHead, turnsOf } from './rows.ts';

type Calls = typeof bidCalls;
/** One bid without the address of its paper, which only the house can sign. */
export type Bare = Omit<BidFull, 'paper'>;
type Filter = NonNullable<Input<Calls['all']>['z_filter']>;
const open: readonly BidRow['status'][] = ['open', 'countered'];
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));
/** Moves that agree on something, or bring it nearer. */
export const agreeing: readonly string[] = ['accept', 'accept_counter', 'counter', 'reply'];
/** The bidder speaks as themselves; everybody else as whoever manages the home. */
export const isBidder = (ctx: Ctx): boolean => ctx.me.role === 'tenant';

const joined = (ctx: Ctx) =>
  from(ctx, 'bid')
    .innerJoin('listing', 'listing.id', 'bid.listing_id')
    .innerJoin('property', 'property.id', 'bid.property_id')
    .innerJoin('person', 'person.id', 'bid.person_id');

/** Counted without its neighbours: they are joined to the rows of a page alone. */
export function found(ctx: Ctx, f: Filter) {
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
        contains('bid.code', text),
        eb.exists(eb.selectFrom('person').select('person.id').whereRef('person.id', '=', 'bid.person_id').where(contains('person.name', text))),
        eb.exists(eb.selectFrom('listing').select('listing.id').whereRef('listing.id', '=', 'bid.listing_id').where(contains('listing.title', text))),
      ]),
    );
  return asksDays(f) ? q.where(inDays('bid.created_at', f)) : q;
}

const columns = [...named, ...holderColumns('bid.company_id')] as const;

/** A deadline is that of a bid still open: those that are over come after, whichever way it goes. */
function inOrder(sort: Input<Calls['all']>['sort']) {
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  if (sort.endsWith('cents')) return sql`${lastCents} ${way}`;
  if (sort.endsWith('expires_at')) return sql`case when bid.status in ('open', 'countered') then bid.expires_at end ${way} nulls last`;
  return byColumn(sort.replace(/^(-?)/, '$1bid.'));
}

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .innerJoin('listing', 'listing.id', 'bid.listing_id')
      .innerJoin('property', 'property.id', 'bid.property_id')
      .innerJoin('person', 'person.id', 'bid.person_id')
      .selectAll('bid')
      .select([...columns])
      .orderBy(inOrder(sort))
      .orderBy('bid.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`bid.status`);
  const turns = await turnsOf(ctx.db, rows);
  const heads = await withHeads(
    ctx,
    rows.map((r) => toHead(r, turns.get(r.id) ?? [])),
  );
  return { count, results: heads, ...counts };
}

export const myBids = (ctx: Ctx, waiting: boolean) => {
  const q = from(ctx, 'bid').where('bid.person_id', '=', ctx.me.userId);
  return waiting ? q.where('bid.status', '=', 'countered') : q;
};

export async function mine(ctx: Ctx, { page, page_size, z_filter = {} }: Input<Calls['mine']>): Promise<Result<Calls['mine']>> {
  const { rows, count } = await pageOf(myBids(ctx, z_filter.waiting === 'true'), { page, page_size }, (q) =>
    q
      .innerJoin('listing', 'listing.id', 'bid.listing_id')
      .innerJoin('property', 'property.id', 'bid.property_id')
      .innerJoin('person', 'person.id', 'bid.person_id')
      .selectAll('bid')
      .select([...columns, mayAgain.as('again')])
      .orderBy('bid.id', 'desc'),
  );
  const turns = await turnsOf(ctx.db, rows);
  return { count, results: rows.map((r) => ({ ...toHead(r, turns.get(r.id) ?? []), again: r.again })) };
}

/** One bid as the caller sees it: the bidder their own chain and no other, those who manage the home how many others there are. */
export async function details(ctx: Ctx, { id }: Input<Calls['details']>): Promise<Bare> {
  const row = await joined(ctx)
    .selectAll('bid')
    .select([...columns])
    .select(mayChange('bid:managed', ctx.me, 'offers.edit').as('may_work'))
    .select((eb) => [
      eb.selectFrom('sale_file').select('sale_file.id').whereRef('sale_file.bid_id', '=', 'bid.id').as('sale_id'),
      eb.selectFrom('sale_file').select('sale_file.code').whereRef('sale_file.bid_id', '=', 'bid.id').as('sale_code'),
      lookup('bookingOfBid')(sql.ref('bid.id')).as('its_booking'),
      lookup('bookingCodeOfBid')(sql.ref('bid.id')).as('booking_code'),
      eb.selectFrom('unit').select('unit.code').whereRef('unit.id', '=', 'bid.unit_id').as('unit_code'),
      eb.selectFrom('unit').select('unit.name').whereRef('unit.id', '=', 'bid.unit_id').as('unit_name'),
      isFrozen.as('frozen'),
      mayAgain.as('again'),
      lookup('threadOfLead')(sql.ref('bid.lead_id')).as('thread_id'),
    ])
    .where('bid.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const own = row.person_id === ctx.me.userId;
  const history = (await turnsOf(ctx.db, [row])).get(id) ?? [];
  const others = await everything(ctx.db, 'bid', 'how many others there are, for those who manage the home')
    .select()
    .select(sql<number>`count(*)`.as('n'))
    .where('listing_id', '=', row.listing_id)
    .where('id', '<>', id)
    .where('status', 'in', [...open])
    .executeTakeFirstOrThrow();
  const may = own ? isBidder(ctx) : row.may_work && ctx.me.grants.has('offers.edit');
  return {
    ...toHead(row, history),
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
    moves: may ? movesFor(bidMachine, row.status, ctx.me.role).filter((name) => !row.frozen || !agreeing.includes(name)) : [],
    revision: row.revision,
  };
}
