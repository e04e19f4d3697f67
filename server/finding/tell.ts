import { href } from '#contract/kernel/screen.ts';
import { wholeShillings } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { portalPublic } from '#contract/portal/public.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type Audience, audience, notify } from '#server/notification/service.ts';
import { fell, priceBefore } from './falls.ts';

export const money = (cents: number): string => kesPlain(wholeShillings(cents));

type Home = { readonly property: { id: number; slug: string }; readonly unit: { id: number; slug: string } | null };
export const homeOf = ({ property: { id, slug }, unit }: Home): string =>
  unit ? href(portalPublic.unit, { id, slug, unit_id: unit.id, unit_slug: unit.slug }) : href(portalPublic.property, { id, slug });

/** Who saved a listing, and the page of the home it is about: that is what every message of it opens. */
const savers = (db: Db, listing: number) =>
  everything(db, 'favourite', 'whoever saved it is told by the worker')
    .select()
    .innerJoin('listing', 'listing.id', 'favourite.listing_id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .select(['favourite.person_id', 'listing.title', 'listing.code', 'property.id as property_id', 'property.slug', 'unit.id as unit_id'])
    .select('unit.slug as unit_slug')
    .where('favourite.listing_id', '=', listing)
    .execute();
type Saver = Awaited<ReturnType<typeof savers>>[number];
/** One who saved it, led to the home they saved. */
const ofSaver = ({ person_id, property_id, slug, unit_id, unit_slug }: Omit<Saver, 'code' | 'title'>): Audience => {
  const page = homeOf({ property: { id: property_id, slug }, unit: unit_id === null ? null : { id: unit_id, slug: unit_slug ?? '' } });
  return audience().people([person_id], { page });
};

/** Who saved an offer hears when its price falls by one per cent or more. */
export async function tellRepriced(db: Db, { listingId, from: was, to }: { listingId: number; from: number; to: number }): Promise<void> {
  const from = Math.min(was, (await priceBefore(db, listingId, to)) ?? was);
  if (!fell(from, to)) return;
  for (const { code, title, ...saver } of await savers(db, listingId))
    await notify({ db }, 'favourite.price', { title, from: money(from), to: money(to) }, ofSaver(saver), { key: `${code}:${to}` });
}

export async function tellClosed(db: Db, { listingId, as }: { listingId: number; as: string }): Promise<void> {
  for (const { code, title, ...saver } of await savers(db, listingId))
    await notify({ db }, 'favourite.taken', { title }, ofSaver(saver), { key: `${code}:${as}` });
}

/**
 * Who saved a home hears when it is offered again: the same listing reopened, or another of the same unit after the saved one was closed.
 * Once a day: one that comes and goes tells nobody all day long.
 */
export async function tellBack(db: Db, { listingId }: { listingId: number }): Promise<void> {
  const offer = await everything(db, 'listing', 'whoever saved it is told by the worker')
    .select()
    .select(['id', 'code', 'title', 'price_cents', 'unit_id', 'listing_type'])
    .where('id', '=', listingId)
    .where('status', '=', 'live')
    .executeTakeFirst();
  if (!offer) return;
  const before = offer.unit_id
    ? await everything(db, 'listing', 'whoever saved it is told by the worker')
        .select()
        .select('id')
        .where('unit_id', '=', offer.unit_id)
        .where('listing_type', '=', offer.listing_type)
        .where('status', 'in', ['closed', 'archived'])
        .orderBy('id')
        .execute()
    : [];
  const params = { title: offer.title, price: money(offer.price_cents) };
  let to = audience();
  for (const { id } of [{ id: offer.id }, ...before]) for (const saver of await savers(db, id)) to = to.and(ofSaver(saver));
  await notify({ db }, 'favourite.back', params, to, { key: `${offer.code}:${clock.today()}` });
}
