import type pg from 'pg';
import { JsonText } from '#server/http/json-text.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { queryPublic } from './reader.ts';

type Numbers = { readonly at: number; readonly text: Promise<string> };
const kept = new WeakMap<pg.Pool, Numbers>();
/** Totals change slowly and are expensive, so they are cached; cards are read every time so that no ended listing is shown. */
const keptMs = 60_000;

const row = (order: string, where: string, limit: number) =>
  `(select coalesce(string_agg(t.card, ',' order by h.at desc, h.id desc), '') from (select c.id, ${order} as at from listing_card c where ${where} order by 2 desc, 1 desc limit ${limit}) h join listing_text t on t.id = h.id)`;

/** Listings in the featured slots of the home page; the slots of the map and of searches are separate. */
const onHome = () => `c.featured and ${getLookup('isFeaturedAtHomeText')('c.id')}`;

export async function readHomePageListings(reads: pg.Pool, _input: unknown): Promise<JsonText> {
  const [cards] = await queryPublic<{ featured: string; newest: string }>(
    reads,
    `select ${row('c.best', onHome(), 8)} as featured, ${row('c.published_at', 'true', 12)} as newest`,
    [],
  );
  return new JsonText(`{"featured":[${cards?.featured ?? ''}],"newest":[${cards?.newest ?? ''}],${await numbers(reads)}}`);
}

function numbers(reads: pg.Pool): Promise<string> {
  const known = kept.get(reads);
  if (known && performance.now() - known.at < keptMs) return known.text;
  const text = count(reads);
  kept.set(reads, { at: performance.now(), text });
  text.catch(() => kept.delete(reads));
  return text;
}

async function count(reads: pg.Pool): Promise<string> {
  const [found] = await queryPublic<{ estates: string; counts: string }>(
    reads,
    `select (select coalesce(json_agg(json_build_object('id', e.id, 'name', w.name, 'county', coalesce(w.county, ''), 'n', e.n, 'from_cents', e.low) order by e.n desc, e.id), '[]')::text from (
        select estate_id as id, count(*)::int as n, min(price_cents) filter (where listing_type <> 2) as low from listing_card where estate_id is not null group by 1
        having count(*) filter (where listing_type <> 2) > 0 order by 2 desc, 1 limit 12) e join location_path w on w.id = e.id) as estates,
      (select json_build_object('offers', count(*)::int, 'properties', count(distinct property_id)::int, 'counties', count(distinct county_id)::int,
        'agents', (select count(*)::int from person where user_type = 5 and verified_status = 'verified' and is_active and closed_at is null))::text from listing_card) as counts`,
    [],
  );
  return `"estates":${found?.estates ?? '[]'},"counts":${found?.counts ?? '{"offers":0,"properties":0,"counties":0,"agents":0}'}`;
}
