import { sql } from 'kysely';
import type { BidSummary, BidTurn } from '#contract/bid/shapes.ts';
import type { FinancingKind } from '#contract/bid/terms.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { childrenOf, type RowOf } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, toCompanyAndCounty } from '#server/lists/holder.ts';

export type BidRow = RowOf<'bid'>;
type TurnRow = RowOf<'bid_turn'>;

/** The terms of a turn beside the price, as stored. */
export type BidTerms = {
  readonly deposit_cents?: number | null | undefined;
  readonly term_months?: number | null | undefined;
  readonly starts_on?: string | null | undefined;
  readonly financing?: FinancingKind | null | undefined;
  readonly conditions?: string | undefined;
};

const toTurn = (r: TurnRow, names: { readonly bidder: string; readonly company: string }): BidTurn => {
  const terms = r.terms as BidTerms;
  return {
    n: r.n,
    by_bidder: r.by_bidder,
    by: r.by_bidder ? names.bidder : names.company,
    cents: r.cents,
    deposit_cents: terms.deposit_cents ?? null,
    term_months: terms.term_months ?? null,
    starts_on: terms.starts_on ?? null,
    financing: terms.financing ?? null,
    conditions: terms.conditions ?? '',
    at: r.at.toISOString(),
  };
};

export const bidNameColumns = [
  'person.name as bidder',
  'listing.code as listing_code',
  'listing.title as listing_title',
  'listing.listing_type',
  'listing.price_cents as listing_cents',
] as const;
export type NamedBidRow = BidRow &
  CompanyAndCountyRow & { bidder: string; listing_code: string; listing_title: string; listing_type: number; listing_cents: number };

/** All turns of these bids, grouped by bid and in order. Turns are never changed. */
export async function readBidTurns(db: Db, bids: readonly NamedBidRow[]): Promise<Map<number, BidTurn[]>> {
  const found = new Map<number, BidTurn[]>(bids.map(({ id }) => [id, []]));
  if (bids.length === 0) return found;
  const rows = await childrenOf(db, bids, 'bid_turn', 'bid_id').select().selectAll().orderBy('bid_id').orderBy('n').execute();
  const names = new Map(bids.map((b) => [b.id, { bidder: b.bidder, company: b.holder_name }]));
  for (const row of rows) found.get(row.bid_id)?.push(toTurn(row, names.get(row.bid_id) ?? { bidder: '', company: '' }));
  return found;
}

const nothing: BidTurn = {
  n: 0,
  by_bidder: true,
  by: '',
  cents: 0,
  deposit_cents: null,
  term_months: null,
  starts_on: null,
  financing: null,
  conditions: '',
  at: new Date(0).toISOString(),
};

export const toBidSummary = (r: NamedBidRow, turns: readonly BidTurn[]): BidSummary => ({
  id: r.id,
  code: r.code,
  status: r.status,
  bidder: r.bidder,
  listing: { id: r.listing_id, code: r.listing_code, title: r.listing_title, listing_type: r.listing_type, price_cents: r.listing_cents },
  ...toCompanyAndCounty(r),
  latest: turns.at(-1) ?? nothing,
  turns: r.turns,
  expires_at: r.status === 'open' || r.status === 'countered' ? (r.expires_at?.toISOString() ?? null) : null,
  created_at: r.created_at.toISOString(),
  updated_at: r.updated_at.toISOString(),
});

/** The current price, to sort the list. */
export const lastBidCentsSql = sql<number>`(select t.cents from bid_turn t where t.bid_id = bid.id order by t.n desc limit 1)`;

/** The platform is reviewing the home, so nothing can be agreed and the deadline does not run. */
export const isBidFrozenSql = sql<boolean>`exists (select 1 from listing l join property p on p.id = l.property_id left join unit u on u.id = l.unit_id
  where l.id = bid.listing_id and (l.paused_by = 'platform' or p.stalled or u.status = 'stall'))`;

/** Whether the bidder may bid again for the home of a closed bid. */
export const canBidAgainSql = sql<boolean>`(bid.status in ('declined', 'withdrawn', 'expired') and listing.negotiable
  and exists (select 1 from public_listing pl where pl.id = bid.listing_id)
  and not exists (select 1 from bid o where o.listing_id = bid.listing_id and o.person_id = bid.person_id and o.status in ('open', 'countered')))`;
