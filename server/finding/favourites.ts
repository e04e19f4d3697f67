import { sql } from 'kysely';
import type pg from 'pg';
import type { findingCalls } from '#contract/finding/calls.ts';
import { findingLimits } from '#contract/finding/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { changeListingCount } from '#server/listing/service.ts';
import { readPage } from '#server/lists/list.ts';
import { searchHandlers } from '#server/search/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof findingCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export const listFavourites =
  (reads: pg.Pool) =>
  async (ctx: Ctx, { page, page_size }: HandlerInput<Calls['favourites']>): Promise<HandlerResult<Calls['favourites']>> => {
    const found = from(ctx, 'favourite')
      .innerJoin('listing', 'listing.id', 'favourite.listing_id')
      .innerJoin('property', 'property.id', 'listing.property_id')
      .leftJoin('unit', 'unit.id', 'listing.unit_id');
    const { rows, count } = await readPage(found, { page, page_size }, (q) =>
      q
        .select(['favourite.listing_id', 'listing.title', 'favourite.price_cents', 'favourite.note', 'favourite.created_at'])
        .select(sql<Date>`greatest(listing.updated_at, unit.updated_at, property.updated_at)`.as('changed_at'))
        .orderBy('favourite.created_at', 'desc')
        .orderBy('favourite.listing_id', 'desc'),
    );
    const shown =
      rows.length === 0
        ? []
        : (parseJsonText(await searchHandlers(reads).cards(ctx, { ids: rows.map((r) => r.listing_id).join(',') })) as { results: ListingCard[] })
            .results;
    const byId = new Map(shown.map((card) => [card.id, card]));
    const results = rows.map((r) => ({
      id: r.listing_id,
      title: r.title,
      saved_cents: r.price_cents,
      note: r.note,
      saved_at: r.created_at.toISOString(),
      changed_at: r.changed_at.toISOString(),
      card: byId.get(r.listing_id) ?? null,
    }));
    return { count, results };
  };

export async function listFavouriteIds(ctx: Ctx): Promise<HandlerResult<Calls['favouriteIds']>> {
  const rows = await from(ctx, 'favourite').select('listing_id').limit(findingLimits.favourites).execute();
  return { ids: rows.map((r) => r.listing_id) };
}

/** Only a public listing can be saved; for another id the answer reveals nothing. */
export async function addFavourite(ctx: Ctx, { listing_id }: HandlerInput<Calls['favouriteAdd']>): Promise<HandlerResult<Calls['favouriteAdd']>> {
  const me = requireSignedIn(ctx).userId;
  const offer = await unscopedTable(ctx.db, 'listing', 'any account may save a public listing')
    .select()
    .innerJoin('public_listing', 'public_listing.id', 'listing.id')
    .select(['listing.price_cents', 'listing.code'])
    .where('public_listing.id', '=', listing_id)
    .executeTakeFirst();
  if (!offer) throw missing();
  const { n } = await from(ctx, 'favourite')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', me)
    .executeTakeFirstOrThrow();
  if (n >= findingLimits.favourites) throw new Refusal('conflict', m.finding_refusal_favourites({ most: findingLimits.favourites }));
  const made = await add(ctx, 'favourite')
    .values({ person_id: me, listing_id, price_cents: offer.price_cents })
    .onConflict((oc) => oc.doNothing())
    .returning('listing_id')
    .executeTakeFirst();
  if (made) await changeListingCount(ctx, listing_id, 'saves', 1);
  await audit(ctx.db, ctx, { kind: 'add', document: 'favourites', id: listing_id, code: offer.code });
  return { id: listing_id };
}

export async function setFavouriteNote(ctx: Ctx, { id, note }: HandlerInput<Calls['favouriteNote']>): Promise<HandlerResult<Calls['favouriteNote']>> {
  const before = await from(ctx, 'favourite').select('note').where('listing_id', '=', id).executeTakeFirst();
  if (!before) throw missing();
  await change(ctx, 'favourite').set({ note }).where('listing_id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'favourites', id, before, after: { note } });
  return { id };
}

export async function removeFavourite(ctx: Ctx, { id }: HandlerInput<Calls['favouriteRemove']>): Promise<HandlerResult<Calls['favouriteRemove']>> {
  const gone = await remove(ctx, 'favourite').where('listing_id', '=', id).returning('listing_id').executeTakeFirst();
  if (!gone) throw missing();
  await changeListingCount(ctx, id, 'saves', -1);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'favourites', id });
  return { id };
}
