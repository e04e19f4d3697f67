import type pg from 'pg';
import type { HandlerInput } from '#contract/kernel/call.ts';
import type { searchCalls } from '#contract/search/calls.ts';
import { searchResultsPerPage } from '#contract/search/limits.ts';
import { JsonText } from '#server/http/json-text.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { DictionaryLocation } from './dictionary.ts';
import { loadDictionary } from './dictionary-cache.ts';
import { landmarkReachSql } from './landmark-reach.ts';
import { agentFields } from './read-model.ts';
import { queryPublic, SqlValues } from './reader.ts';
import { locationColumnByKind } from './search-conditions.ts';

type Calls = typeof searchCalls;
const shown = `g.user_type = 5 and g.verified_status = 'verified' and g.is_active and g.closed_at is null and (g.company_id is null or exists (select 1 from company o where o.id = g.company_id and o.is_active))`;
const rated = `(select case when r.n > 0 then r.average end from review_rating('agent', g.id) r)`;
const details = `(select f.details from person_profile f where f.person_id = g.id and f.kind = 'agent')`;

export async function searchAgents(
  reads: pg.Pool,
  { q, place, language, speciality, rating, page }: HandlerInput<Calls['agents']>,
): Promise<JsonText> {
  const values = new SqlValues();
  const where = [shown];
  if (q) {
    const text = values.add(`%${q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
    where.push(
      `(g.name ilike ${text} or g.name % ${values.add(q)} or exists (select 1 from company o where o.id = g.company_id and o.name ilike ${text}))`,
    );
  }
  if (place) {
    const { places } = await loadDictionary(reads);
    const asked = places.get(place);
    if (!asked) return new JsonText('{"results":[],"count":0}');
    // Agents with a listing at the place, or whose stated work area is the place, a part of it or a place around it.
    const there = thereOf(asked, values);
    const around: number[] = [];
    for (let up = asked.parent_id; up !== null; up = places.get(up)?.parent_id ?? null) around.push(up);
    where.push(`(exists (select 1 from listing_card c where c.contact_id = g.id and ${there.offered})
      or exists (select 1 from agent_places(${details}) a join location_path w on w.id = a.id where ${there.works} or a.id = any (${values.add(around)}::bigint[])))`);
  }
  if (language) where.push(`${details} -> 'languages' ? ${values.add(language)}`);
  if (speciality) where.push(`${details} -> 'specialities' ? ${values.add(speciality)}`);
  if (rating) where.push(`${rated} >= ${values.add(rating)}::numeric`);
  const size = searchResultsPerPage.usual;
  const [row] = await queryPublic<{ count: number; results: string }>(
    reads,
    `with found as materialized (select g.id, (select count(*) from listing_card k where k.contact_id = g.id) as n, ${rated} as rating from person g where ${where.join(' and ')}),
     paged as (select id, row_number() over (order by rating desc nulls last, n desc, id) as place from found order by 2 limit ${size} offset ${values.add((page - 1) * size)}::int)
     select (select count(*)::int from found) as count, (select coalesce(json_agg(json_build_object(${agentFields}) order by p.place), '[]')::text from paged p join person g on g.id = p.id) as results`,
    values.list,
  );
  return new JsonText(`{"results":${row?.results ?? '[]'},"count":${row?.count ?? 0}}`);
}

/** Conditions for a listing (c) and a work area (w) at a place. Agents do not state landmarks, so the county applies. */
function thereOf(asked: DictionaryLocation, values: SqlValues): { offered: string; works: string } {
  if (asked.kind === 'landmark') return { offered: landmarkReachSql(asked, values), works: 'false' };
  const is = `${locationColumnByKind[asked.kind]} = ${values.add(asked.id)}`;
  return { offered: `c.${is}`, works: `w.${is}` };
}

const agentSql = `select json_build_object(${agentFields}, 'bio', coalesce(f.details ->> 'bio', ''), 'bio_sw', coalesce(f.details ->> 'bio_sw', ''), 'since', (f.details ->> 'since')::int, 'languages', coalesce(f.details -> 'languages', '[]'), 'specialities', coalesce(f.details -> 'specialities', '[]'),
    'areas', (with offered as (
      select x.id, x.name, count(*)::int as n from listing_card k join location x on x.id = coalesce(k.estate_id, k.ward_id, k.sub_county_id, k.county_id) where k.contact_id = g.id group by x.id, x.name order by 3 desc, 1 limit 12)
      select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'n', a.n) order by a.n desc, a.id), '[]') from (
        select * from offered union all select s.id, s.name, 0 from agent_places(f.details) s where s.id not in (select o.id from offered o)) a),
    'member_since', card_moment(g.created_at),
    'closed_12m', (select count(*)::int from listing l where l.contact_id = g.id and l.closed_as in ('let', 'sold') and l.updated_at > app.now() - interval '12 months'))::text as j
  from person g left join person_profile f on f.person_id = g.id and f.kind = 'agent' where g.id = $1 and ${shown}`;

export async function readAgent(reads: pg.Pool, { id }: { id: number }): Promise<JsonText> {
  const [row] = await queryPublic<{ j: string }>(reads, agentSql, [id]);
  if (row) return new JsonText(row.j);
  // A person who was public once returns 410; an agent who was never approved returns 404.
  const [once] = await queryPublic(
    reads,
    `select 1 from person g where g.id = $1 and g.user_type = 5 and exists (select 1 from listing l where l.contact_id = g.id and l.published_at is not null)`,
    [id],
  );
  throw once ? new Refusal('gone', sentence('listingUnavailable'), { alternatives: [] }) : new Refusal('notFound', sentence('itemNotFound'));
}
