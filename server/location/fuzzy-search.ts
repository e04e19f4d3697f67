import { sql } from 'kysely';

/** Conditions and ranking of the location search. Queries name the table `location`. */
const likeOf = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`);

export const fuzzyLocationMatchSql = (
  text: string,
) => sql<boolean>`(lower(location.name) like ${`%${likeOf(text)}%`} or lower(location.name) % ${text}
  or ${text} <% lower(location.name) or (location.aliases <> '{}' and exists (
    select 1 from unnest(location.aliases) other where lower(other) like ${`${likeOf(text)}%`} or lower(other) % ${text})))`;

export const similarityRankSql = (text: string) => sql<number>`(case when lower(location.name) = ${text} then 5
    when exists (select 1 from unnest(location.aliases) other where lower(other) = ${text}) then 4.5
    when lower(location.name) like ${`${likeOf(text)}%`} then 3
    when exists (select 1 from unnest(location.aliases) other where lower(other) like ${`${likeOf(text)}%`}) then 2.5
    when lower(location.name) like ${`% ${likeOf(text)}%`} then 2 else 0 end
  + similarity(lower(location.name), ${text}))`;
