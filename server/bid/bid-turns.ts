import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { bidCalls } from '#contract/bid/calls.ts';
import { bidMachine } from '#contract/bid/machine.ts';
import { bidResponseHours } from '#contract/bid/terms.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow, childrenOf, sameRow } from '#server/kernel/scoped-row.ts';
import { findOrCreateLead } from '#server/lead/service.ts';
import { lockListing } from '#server/listing/service.ts';
import { readListingAvailableFrom } from '#server/stay/service.ts';
import { m } from '#words/messages.js';
import { assertNoOtherAcceptedBid } from './accepted-bid.ts';
import { type BidWithoutDocument, bidNotFound, isBidder, negotiatingBidMoves, readBidDetails } from './bid-queries.ts';
import { notifyBidEvent, readBidMessageFacts } from './notify.ts';
import { type BidRow, type BidTerms, isBidFrozenSql } from './rows.ts';
import { openSale } from './sale.ts';

type Calls = typeof bidCalls;
export const buildBidLogFacts = (bid: BidRow, amount: number) => ({ listing_id: bid.listing_id, status: bid.status, amount_cents: amount });

/** The listing, if it accepts bids now. */
async function offered(ctx: Ctx, listingId: number) {
  const { rows } = await sql`select 1 from public_listing where id = ${listingId}`.execute(ctx.db);
  const row = await unscopedTable(ctx.db, 'listing', 'the listing is public or is the subject of the caller’s own bid')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('person as contact', 'contact.id', 'listing.contact_id')
    .select([
      'listing.id',
      'listing.title',
      'listing.listing_type',
      'listing.price_cents',
      'listing.deposit_cents',
      'listing.negotiable',
      'listing.min_term_months',
    ])
    .select(['listing.property_id', 'listing.unit_id', 'property.company_id as holder', 'contact.company_id as agency'])
    .where('listing.id', '=', listingId)
    .where('listing.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw bidNotFound();
  return { ...row, live: rows.length === 1 };
}

const openOf = (ctx: Ctx, listingId: number) =>
  from(ctx, 'bid')
    .select('bid.id')
    .where('bid.listing_id', '=', listingId)
    .where('bid.person_id', '=', ctx.me.userId)
    .where('bid.status', 'in', ['open', 'countered'])
    .executeTakeFirst();

export async function readBiddingInfo(ctx: Ctx, { listing_id }: HandlerInput<Calls['biddingInfo']>): Promise<HandlerResult<Calls['biddingInfo']>> {
  const it = await offered(ctx, listing_id);
  if (!it.live) throw bidNotFound();
  const { id, title, listing_type, price_cents, deposit_cents, negotiable, min_term_months } = it;
  const known = { id, title, listing_type, price_cents, deposit_cents, negotiable, min_term_months };
  return { ...known, free_from: await readListingAvailableFrom(ctx, id), open_bid: (await openOf(ctx, listing_id))?.id ?? null };
}

/**
 * The first bid may be at most this many times the asking price; a higher one is a typing error. A counter may not exceed both the asking price and
 * the last bid.
 */
const mostTimes = 3;
function assertPlausibleSum(cents: number, asked: number, last: number | null): void {
  if (last === null ? cents > asked * mostTimes : cents > Math.max(asked, last))
    throw invalidInputRefusal({ cents: last === null ? m.bid_problem_too_much() : m.bid_problem_above() });
}

type Said = BidTerms & { readonly cents: number };
/**
 * Checks that the terms are possible, each at its field. A letting needs a start date and a length, since an accepted bid becomes its booking
 * unchanged.
 */
async function assertPossibleTerms(
  ctx: Ctx,
  said: Said,
  { id, listing_type }: { readonly id: number; readonly listing_type: number },
): Promise<void> {
  const buys = listing_type === listingTypes.buy;
  if (buys && said.starts_on && said.starts_on < clock.today()) throw invalidInputRefusal({ starts_on: m.bid_problem_past() });
  if (buys && said.term_months) throw invalidInputRefusal({ term_months: m.bid_problem_no_term() });
  if (said.deposit_cents && buys && said.deposit_cents > said.cents) throw invalidInputRefusal({ deposit_cents: m.bid_problem_deposit() });
  if (buys) return;
  if (!said.starts_on || !said.term_months)
    throw invalidInputRefusal({
      ...(said.starts_on ? {} : { starts_on: m.bid_need_start() }),
      ...(said.term_months ? {} : { term_months: m.bid_need_term() }),
    });
  const free = await readListingAvailableFrom(ctx, id);
  if (said.starts_on < free) throw invalidInputRefusal({ starts_on: m.booking_problem_start({ day: formatLongDate(free) }) });
}

/** Omitted terms are left out of the turn: the listing's terms apply. */
const termsOfInput = ({ deposit_cents, term_months, starts_on, financing, conditions }: Said): BidTerms => ({
  deposit_cents: deposit_cents ?? undefined,
  term_months: term_months ?? undefined,
  starts_on: starts_on ?? undefined,
  financing: financing ?? undefined,
  conditions: conditions || undefined,
});

const putTurn = (ctx: Ctx, bidId: number, n: number, byBidder: boolean, said: Said) =>
  add(ctx, 'bid_turn')
    .values({
      bid_id: bidId,
      n,
      by_bidder: byBidder,
      cents: toCents(said.cents),
      terms: JSON.stringify(termsOfInput(said)),
      made_by: ctx.me.userId,
      at: clock.now(),
    })
    .execute();

export async function createBid(ctx: Ctx, { listing_id, ...said }: HandlerInput<Calls['create']>): Promise<BidWithoutDocument> {
  const { userId } = requireSignedIn(ctx);
  const it = await offered(ctx, listing_id);
  if (!it.live) throw new Refusal('gone', m.bid_refusal_gone());
  if (!it.negotiable) throw new Refusal('conflict', m.bid_refusal_fixed());
  await assertPossibleTerms(ctx, said, it);
  assertPlausibleSum(said.cents, it.price_cents, null);
  if (await openOf(ctx, listing_id)) throw new Refusal('conflict', m.bid_refusal_open());
  const me = await from(ctx, 'person').select(['name', 'phone', 'email']).where('person.id', '=', userId).executeTakeFirstOrThrow();
  const visitor = { personId: userId, name: me.name, phone: me.phone ?? '', email: me.email, message: '' };
  const lead = me.phone === null ? null : await findOrCreateLead(ctx, listing_id, visitor);
  const now = clock.now();
  const made = await add(ctx, 'bid')
    .values({
      company_id: it.holder,
      agent_company_id: it.agency === it.holder ? null : it.agency,
      property_id: it.property_id,
      unit_id: it.unit_id,
      listing_id,
      lead_id: lead,
      person_id: userId,
      turns: 1,
      expires_at: computeEveningDeadline(now, bidResponseHours),
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Of two simultaneous requests, only the first creates a bid.
  if (!made) throw new Refusal('conflict', m.bid_refusal_open());
  const bid = asAddedScopedRow('bid', made);
  await putTurn(ctx, bid.id, 1, true, said);
  await audit(ctx.db, ctx, { kind: 'add', document: 'bid', id: bid.id, code: bid.code, after: buildBidLogFacts(bid, said.cents) });
  await notifyBidEvent(ctx, await readBidMessageFacts(ctx, bid), 'offer.new', ['managers'], 'bid.made');
  return readBidDetails(ctx, { id: bid.id });
}

/** Locks the bid: the bidder's own, or one for a home the caller works on. Nothing can be agreed while the platform reviews the home. */
async function toChange(ctx: Ctx, id: number, revision: number, agrees: boolean): Promise<BidRow> {
  const rows = isBidder(ctx)
    ? from(ctx, 'bid').where('bid.person_id', '=', ctx.me.userId)
    : from(ctx, 'bid:managed').where(mayChange('bid:managed', ctx.me, 'offers.edit'));
  const seen = await rows.select('bid.listing_id').where('bid.id', '=', id).executeTakeFirst();
  if (!seen) throw bidNotFound();
  // The listing is locked before the records that depend on it: a sale pauses the listing, and closing the listing ends its bids.
  await lockListing(ctx, seen.listing_id);
  const { frozen, ...row } = await rows
    .selectAll('bid')
    .select(isBidFrozenSql.as('frozen'))
    .where('bid.id', '=', id)
    .forUpdate('bid')
    .executeTakeFirstOrThrow();
  if (row.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readBidDetails(ctx, { id }) });
  if (agrees && frozen)
    throw new Refusal('wrongState', m.bid_refusal_frozen(), { from: row.status, allowed: (await readBidDetails(ctx, { id })).moves });
  return row;
}

const touch = (ctx: Ctx, bid: BidRow, set: { expires_at: Date | null; turns?: number; reason?: string }) =>
  sameRow(ctx.db, 'bid', bid)
    .change()
    .set({ ...set, revision: bid.revision + 1, updated_at: clock.now() })
    .$call(oneRow);

/** Adds a turn with other terms and gives the other side another 72 hours. Earlier turns do not change. */
export async function counterBid(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['counter']>): Promise<BidWithoutDocument> {
  const before = await toChange(ctx, id, revision, true);
  const it = await offered(ctx, before.listing_id);
  const last = await turnBefore(ctx, before);
  // Start date and length stay as the other side set them, unless the turn names them.
  const agreed = last?.terms as BidTerms | undefined;
  const kept = it.listing_type === listingTypes.buy ? {} : { starts_on: agreed?.starts_on, term_months: agreed?.term_months };
  const said = { ...given, starts_on: given.starts_on ?? kept.starts_on, term_months: given.term_months ?? kept.term_months };
  const bidder = isBidder(ctx);
  await makeMove(ctx, bidMachine, bidder ? 'reply' : 'counter', id);
  await assertPossibleTerms(ctx, said, it);
  assertPlausibleSum(said.cents, it.price_cents, bidder ? null : await highestBid(ctx, before));
  // Repeating the other side's terms is not a counter: nothing would change, and a deadline would start.
  if (last && last.by_bidder !== bidder && last.cents === said.cents && isDeepStrictEqual(last.terms, JSON.parse(JSON.stringify(termsOfInput(said)))))
    throw invalidInputRefusal({ cents: m.bid_problem_same() });
  const expires_at = computeEveningDeadline(clock.now(), bidResponseHours);
  const bid = { ...before, expires_at, turns: before.turns + 1, status: bidder ? ('open' as const) : ('countered' as const) };
  await putTurn(ctx, id, bid.turns, bidder, said);
  await touch(ctx, before, { turns: bid.turns, expires_at });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'bid',
    id,
    code: bid.code,
    before: buildBidLogFacts(before, last?.cents ?? 0),
    after: buildBidLogFacts(bid, said.cents),
  });
  await notifyBidEvent(
    ctx,
    await readBidMessageFacts(ctx, bid),
    'offer.countered',
    [bidder ? 'managers' : 'bidder'],
    bidder ? 'bid.made' : 'bid.countered',
  );
  return readBidDetails(ctx, { id });
}
async function highestBid(ctx: Ctx, bid: BidRow): Promise<number> {
  const row = await childrenOf(ctx.db, bid, 'bid_turn', 'bid_id')
    .select()
    .select((eb) => eb.fn.max('cents').as('most'))
    .where('by_bidder', '=', true)
    .executeTakeFirstOrThrow();
  return Number(row.most);
}
const turnBefore = (ctx: Ctx, bid: BidRow) =>
  childrenOf(ctx.db, bid, 'bid_turn', 'bid_id')
    .select()
    .select(['cents', 'terms', 'by_bidder'])
    .where('n', '<=', bid.turns)
    .orderBy('n', 'desc')
    .executeTakeFirst();

const told = {
  accepted: { event: 'offer.accepted', step: 'bid.accepted' },
  declined: { event: 'offer.declined', step: 'bid.declined' },
  withdrawn: { event: 'offer.withdrawn', step: 'bid.withdrawn' },
  expired: { event: 'offer.expired', step: 'bid.expired' },
} as const;

/** Makes the one move that closes a bid. An accepted bid becomes a booking or a sale. */
export async function endBid(ctx: Ctx, before: BidRow, name: BidEndMove, reason: string, by?: 'clock'): Promise<void> {
  if (name === 'accept' || name === 'accept_counter') await assertNoOtherAcceptedBid(ctx, before);
  const { from: was, to } = await makeMove(ctx, bidMachine, name, before.id, reason || null, by ?? ctx.me.role);
  const bid = { ...before, status: to };
  await touch(ctx, before, { expires_at: null, reason });
  const about = await readBidMessageFacts(ctx, bid);
  const facts = { before: { ...buildBidLogFacts(before, about.cents), status: was }, after: buildBidLogFacts(bid, about.cents) };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'bid', id: bid.id, code: bid.code, ...facts, ...(reason ? { reason } : {}) });
  const { event, step } = told[to as keyof typeof told];
  const others = by || to === 'accepted' ? (['bidder', 'managers'] as const) : ([isBidder(ctx) ? 'managers' : 'bidder'] as const);
  await notifyBidEvent(ctx, about, event, others, step);
  if (to !== 'accepted') return;
  const { listing_type } = await offered(ctx, bid.listing_id);
  if (listing_type === listingTypes.buy) await openSale(ctx, bid, about.cents);
  else await publishEvent(ctx, 'bid.accepted', { bidId: bid.id });
}
export type BidEndMove = 'accept' | 'accept_counter' | 'decline' | 'decline_counter' | 'withdraw' | 'expire';
const ends: readonly string[] = ['accept', 'accept_counter', 'decline', 'decline_counter', 'withdraw'];

export async function moveBid(ctx: Ctx, { id, move: name, reason = '', revision }: HandlerInput<Calls['move']>): Promise<BidWithoutDocument> {
  const before = await toChange(ctx, id, revision, negotiatingBidMoves.includes(name));
  if (!ends.includes(name)) throw new Refusal('wrongState', m.shell_refusal_state(), { from: before.status });
  if (name === 'decline' && !reason) throw invalidInputRefusal({ reason: m.bid_problem_reason() });
  await endBid(ctx, before, name as BidEndMove, reason);
  return readBidDetails(ctx, { id });
}
