import { sql } from 'kysely';
import { type ListingReadinessKey, minListingPictures, nonBlockingListingReadinessKeys } from '#contract/listing/kinds.ts';
import type { ListingReadiness } from '#contract/listing/shapes.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { isCompanyHeadSql } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

type Facts = {
  pictures: number;
  pin: boolean;
  verified: boolean;
  stalled: boolean;
  holder: boolean;
  vacant: boolean;
  others: number;
  held: boolean;
  doubt: boolean;
  live: number;
  allowed: number | null;
};

/** Two listings of the same unit (or whole property) and type conflict. */
const sameThing = sql`coalesce(o.unit_id, -o.property_id) = coalesce(l.unit_id, -l.property_id) and o.listing_type = l.listing_type and o.deleted_at is null`;

async function factsFor(db: Db, id: number): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    /* unscoped: checks what is missing for a listing that was already loaded */ select
      (select count(*) from media_item mi where mi.property_id = l.property_id and (mi.unit_id is null or mi.unit_id = l.unit_id)
        and mi.media_type = 0 and mi.status = 'ready') as pictures,
      (p.lat is not null and p.lng is not null) as pin,
      (p.status = 'verified' and p.archived_at is null and p.deleted_at is null) as verified,
      p.stalled,
      (c.is_active and exists (select 1 from person h where h.company_id = c.id and h.verified_status = 'verified' and ${isCompanyHeadSql('h')})) as holder,
      case when l.unit_id is null then l.listing_type = 2 or app.whole_free(l.property_id) else app.unit_free(u.status, u.let_from) and u.deleted_at is null end as vacant,
      (select count(*) from listing o where ${sameThing} and o.id <> l.id and o.status = 'live') as others,
      exists (select 1 from listing o where ${sameThing} and o.paused_by = 'platform') as held,
      exists (select 1 from media_item mi join media_item o on o.phash = mi.phash and o.id <> mi.id join property op on op.id = o.property_id
        where mi.property_id = l.property_id and (mi.unit_id is null or mi.unit_id = l.unit_id) and mi.phash is not null
          and op.company_id <> p.company_id and op.deleted_at is null) as doubt,
      (select count(*) from listing o join property op on op.id = o.property_id
        where op.company_id = c.id and o.status = 'live' and o.deleted_at is null and o.id <> l.id) as live,
      c.listing_limit as allowed
    from listing l join property p on p.id = l.property_id join company c on c.id = p.company_id left join unit u on u.id = l.unit_id
    where l.id = ${id}`.execute(db);
  return rows[0];
}

type Item = ListingReadiness['items'][number];
const item = (key: ListingReadinessKey, ok: boolean, have: number | null = null, need: number | null = null): Item => ({
  key,
  ok,
  blocks: !nonBlockingListingReadinessKeys.includes(key),
  have,
  need,
});

/** The checklist of a listing: the conditions for going live, and which of them are met. */
export async function readListingReadiness(db: Db, id: number): Promise<ListingReadiness> {
  const f = await factsFor(db, id);
  if (!f) throw new Error(`no listing ${id}`);
  const items = [
    item('pictures', f.pictures >= minListingPictures, f.pictures, minListingPictures),
    item('pin', f.pin),
    // The database allows only prices above zero. The item is listed because people expect it.
    item('price', true),
    item('verified', f.verified),
    item('not_stalled', !f.stalled),
    item('holder', f.holder),
    item('vacant', f.vacant),
    item('only', f.others === 0),
    item('not_held', !f.held),
    item('genuine', !f.doubt),
    item('plan', f.allowed === null || f.live < f.allowed, f.live, f.allowed),
  ];
  return { ready: items.every((i) => i.ok || !i.blocks), items };
}

export const listMissingReadinessItems = (readiness: ListingReadiness, except: readonly ListingReadinessKey[] = []): ListingReadinessKey[] =>
  readiness.items.filter((i) => !i.ok && i.blocks && !except.includes(i.key)).map((i) => i.key);

const sentences: Readonly<Partial<Record<ListingReadinessKey, () => Sentence>>> = {
  pictures: m.listing_refusal_pictures,
  pin: m.listing_refusal_pin,
  verified: m.listing_refusal_verified,
  not_stalled: m.listing_refusal_not_stalled,
  holder: m.listing_refusal_holder,
  vacant: m.listing_refusal_vacant,
  only: m.listing_refusal_only,
  not_held: m.listing_refusal_not_held,
};

export const duplicateLiveListingRefusal = () => new Refusal('conflict', m.listing_refusal_another_live());

/** Refuses with all missing items, as the checklist on the screen shows them. */
export const notReadyRefusal = (missing: readonly ListingReadinessKey[], readiness: ListingReadiness) =>
  new Refusal('conflict', m.listing_refusal_not_ready({ why: missing.map((key) => sentences[key]?.() ?? key).join(' ') }), {
    readiness: readiness.items,
  });
