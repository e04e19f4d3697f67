import { type RawBuilder, sql } from 'kysely';
import { toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { prorateToWholeShillings } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getLookup, type SharedListing } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** The texts of a listing's share image. All data comes from `public_listing`, so hidden listings have no image. */
export type ShareImageFacts = {
  readonly name: string;
  readonly place: string;
  readonly price: string | null;
  readonly cover: { readonly key: string | null; readonly url: string | null } | null;
  /** A version that changes whenever the image would change. */
  readonly version: string;
};

function priced(cents: number, period: number, several: boolean): string {
  const price = formatKesPlain(prorateToWholeShillings(cents));
  const often = toPaymentFrequency(period);
  const said = {
    month: () => m.media_og_month({ price }),
    quarterly: () => m.media_og_quarter({ price }),
    half_year: () => m.media_og_half({ price }),
    annually: () => m.media_og_year({ price }),
    once: () => price,
  }[often]();
  return several ? m.media_og_from({ price: said }) : said;
}

/** The cheapest two public listings that meet a condition. */
async function readOffers(db: Db, which: RawBuilder<boolean>): Promise<SharedListing[]> {
  const listings = sql<SharedListing>`/* unscoped: public listings */ select * from ${getLookup('sharedListings')()} o
    where ${which} order by o.listing_type, o.price_cents limit 2`;
  return (await listings.execute(db)).rows;
}

/** The cover of the unit, otherwise of the property, in the largest size. */
async function coverOf(db: Db, propertyId: number, unitId: number | null) {
  const row = await unscopedTable(db, 'media_item', 'pictures of public listings')
    .select()
    .select(['id', 'file_id', 'url', 'updated_at'])
    .where('property_id', '=', propertyId)
    .where('media_type', '=', 0)
    .where('status', '=', 'ready')
    .where((eb) => eb.or([eb('unit_id', 'is', null), ...(unitId === null ? [] : [eb('unit_id', '=', unitId)])]))
    .orderBy(sql`unit_id is null`)
    .orderBy('is_cover', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { cover: null, version: '' };
  const file =
    row.file_id === null
      ? null
      : await unscopedTable(db, 'media_variant', 'pictures of public listings')
          .select()
          .select('key')
          .where('file_id', '=', row.file_id)
          .where('type', '=', 'image/webp')
          .orderBy('bytes', 'desc')
          .limit(1)
          .executeTakeFirst();
  return { cover: { key: file?.key ?? null, url: row.url }, version: `${row.id}.${row.updated_at.getTime()}` };
}

async function sharedOf(db: Db, offer: SharedListing, name: string, price: string, unitId: number | null): Promise<ShareImageFacts> {
  const { cover, version } = await coverOf(db, offer.property_id, unitId);
  const place = [...new Set([offer.place, offer.county].filter(Boolean))].join(', ');
  return { name, place, price, cover, version: [version, name, place, price].join('|') };
}

export async function readListingShareImageFacts(db: Db, id: number): Promise<ShareImageFacts | null> {
  const [offer] = await readOffers(db, sql`o.id = ${id}`);
  return offer ? sharedOf(db, offer, offer.title, priced(offer.price_cents, offer.price_period, false), offer.unit_id) : null;
}

export async function readPropertyShareImageFacts(db: Db, id: number): Promise<ShareImageFacts | null> {
  const [offer, another] = await readOffers(db, sql`o.property_id = ${id}`);
  return offer ? sharedOf(db, offer, offer.name, priced(offer.price_cents, offer.price_period, another !== undefined), null) : null;
}
