import type pg from 'pg';
import { JsonText } from '#server/http/json-text.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { listingPageJsonSql, propertySummarySql } from './read-model.ts';
import { queryPublic } from './reader.ts';

const idsOf = (text: string): number[] => [...new Set(text.split(',').map(Number))].filter(Number.isSafeInteger);

/** The title of an ended listing is returned if the listing was public once, that of a draft never. */
const goneSql = `(select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title) order by array_position($1::bigint[], l.id)), '[]')::text from listing l
  where l.id = any ($1::bigint[]) and l.published_at is not null and not exists (select 1 from listing_card c where c.id = l.id))`;

export async function readCards(reads: pg.Pool, { ids }: { ids: string }): Promise<JsonText> {
  const [row] = await queryPublic<{ results: string; gone: string }>(
    reads,
    `select (select coalesce(string_agg(t.card, ',' order by array_position($1::bigint[], t.id)), '') from listing_text t where t.id = any ($1::bigint[])) as results, ${goneSql} as gone`,
    [idsOf(ids)],
  );
  return new JsonText(`{"results":[${row?.results ?? ''}],"gone":${row?.gone ?? '[]'}}`);
}

export async function compareListings(reads: pg.Pool, { ids }: { ids: string }): Promise<JsonText> {
  const [row] = await queryPublic<{ results: string; gone: string }>(
    reads,
    `select (select coalesce(string_agg('{"card":' || t.card || ',"property":' || (${propertySummarySql()})::text || ',"offer":' || (${listingPageJsonSql})::text || '}', ',' order by array_position($1::bigint[], t.id)), '')
       from listing_text t join listing_card k on k.id = t.id join listing l on l.id = t.id join property p on p.id = l.property_id where t.id = any ($1::bigint[])) as results, ${goneSql} as gone`,
    [idsOf(ids)],
  );
  return new JsonText(`{"results":[${row?.results ?? ''}],"gone":${row?.gone ?? '[]'}}`);
}

/** Similar listings: same type and place, number of bedrooms, similar price, near. `$1` is the listing, public or not. */
const similarSql = `
  with it as (select l.id, l.listing_type, l.unit_id, p.id as property_id, w.county_id, w.sub_county_id, coalesce(u.bedrooms, 0) as bedrooms, p.category_id, coalesce(p.lat, w.lat) as lat, coalesce(p.lng, w.lng) as lng,
      case when l.listing_type = 2 then l.price_cents else coalesce(monthly_price(l.price_cents, l.price_period), l.price_cents) end as price
    from listing l join property p on p.id = l.property_id join location_path w on w.id = p.location_id left join unit u on u.id = l.unit_id where l.id = $1),
  near as (select c.* from it, lateral (
      (select c.* from listing_card c where c.sub_county_id = it.sub_county_id and c.listing_type = it.listing_type order by c.best desc, c.id desc limit 200)
      union (select c.* from listing_card c where c.county_id = it.county_id and c.listing_type = it.listing_type order by c.best desc, c.id desc limit 100)
      union (select c.* from listing_card c where c.listing_type = it.listing_type order by c.best desc, c.id desc limit 50)) c
    where c.id <> it.id and (it.unit_id is null or c.unit_id is distinct from it.unit_id)),
  ranked as (select c.id, (c.category_id <> it.category_id)::int * 4 + abs(coalesce(c.bedrooms, 0) - it.bedrooms) * 0.7 + abs(ln(greatest(c.price_cents, 1)::float8 / greatest(it.price, 1))) * 1.5
      + sqrt((c.lat - it.lat) ^ 2 + (c.lng - it.lng) ^ 2) * 8 + (c.property_id = it.property_id)::int * 0.3 as off from near c, it)
  select coalesce(string_agg(t.card, ',' order by s.off, s.id), '') as results from (select id, off from ranked order by off, id limit 8) s join listing_text t on t.id = s.id`;

export async function readSimilarCards(reads: pg.Pool, listingId: number): Promise<string> {
  const [row] = await queryPublic<{ results: string }>(reads, similarSql, [listingId]);
  return `[${row?.results ?? ''}]`;
}

export async function readSimilarListings(reads: pg.Pool, { id }: { id: number }): Promise<JsonText> {
  const [known] = await queryPublic(reads, 'select 1 from listing where id = $1 and published_at is not null', [id]);
  if (!known) throw new Refusal('notFound', sentence('itemNotFound'));
  return new JsonText(`{"results":${await readSimilarCards(reads, id)}}`);
}
