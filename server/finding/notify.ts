import { href } from '#contract/kernel/screen.ts';
import { prorateToWholeShillings } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { isPriceDrop, readPreviousPrice } from './price-drops.ts';

export const formatWholeShillings = (cents: number): string => formatKesPlain(prorateToWholeShillings(cents));

type Home = { readonly property: { id: number; slug: string }; readonly unit: { id: number; slug: string } | null };
export const buildPublicHomePath = ({ property: { id, slug }, unit }: Home): string =>
  unit ? href(portalPublicScreens.unit, { id, slug, unit_id: unit.id, unit_slug: unit.slug }) : href(portalPublicScreens.property, { id, slug });

/** People who saved a listing, with the page of its home for the link. */
const savers = (db: Db, listing: number) =>
  unscopedTable(db, 'favourite', 'the worker notifies the person who saved the listing')
    .select()
    .innerJoin('listing', 'listing.id', 'favourite.listing_id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .select(['favourite.person_id', 'listing.title', 'listing.code', 'property.id as property_id', 'property.slug', 'unit.id as unit_id'])
    .select('unit.slug as unit_slug')
    .where('favourite.listing_id', '=', listing)
    .execute();
type Saver = Awaited<ReturnType<typeof savers>>[number];
/** The recipient and link for one person who saved it. */
const ofSaver = ({ person_id, property_id, slug, unit_id, unit_slug }: Omit<Saver, 'code' | 'title'>): NotificationAudience => {
  const page = buildPublicHomePath({ property: { id: property_id, slug }, unit: unit_id === null ? null : { id: unit_id, slug: unit_slug ?? '' } });
  return createNotificationAudience().people([person_id], { page });
};

/** Price alert: notifies people who saved a listing when its price drops by one per cent or more. */
export async function notifyPriceDrop(db: Db, { listingId, from: was, to }: { listingId: number; from: number; to: number }): Promise<void> {
  const from = Math.min(was, (await readPreviousPrice(db, listingId, to)) ?? was);
  if (!isPriceDrop(from, to)) return;
  for (const { code, title, ...saver } of await savers(db, listingId))
    await notifyAudience({ db }, 'favourite.price', { title, from: formatWholeShillings(from), to: formatWholeShillings(to) }, ofSaver(saver), {
      key: `${code}:${to}`,
    });
}

export async function notifyListingClosed(db: Db, { listingId, as }: { listingId: number; as: string }): Promise<void> {
  for (const { code, title, ...saver } of await savers(db, listingId))
    await notifyAudience({ db }, 'favourite.taken', { title }, ofSaver(saver), { key: `${code}:${as}` });
}

/**
 * Notifies people who saved a home when it is listed again: the same listing reopened, or another of the same unit after the saved one closed. At
 * most once a day.
 */
export async function notifyHomeRelisted(db: Db, { listingId }: { listingId: number }): Promise<void> {
  const offer = await unscopedTable(db, 'listing', 'the worker notifies the person who saved the listing')
    .select()
    .select(['id', 'code', 'title', 'price_cents', 'unit_id', 'listing_type'])
    .where('id', '=', listingId)
    .where('status', '=', 'live')
    .executeTakeFirst();
  if (!offer) return;
  const before = offer.unit_id
    ? await unscopedTable(db, 'listing', 'the worker notifies the person who saved the listing')
        .select()
        .select('id')
        .where('unit_id', '=', offer.unit_id)
        .where('listing_type', '=', offer.listing_type)
        .where('status', 'in', ['closed', 'archived'])
        .orderBy('id')
        .execute()
    : [];
  const params = { title: offer.title, price: formatWholeShillings(offer.price_cents) };
  let to = createNotificationAudience();
  for (const { id } of [{ id: offer.id }, ...before]) for (const saver of await savers(db, id)) to = to.and(ofSaver(saver));
  await notifyAudience({ db }, 'favourite.back', params, to, { key: `${offer.code}:${clock.today()}` });
}
