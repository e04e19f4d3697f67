import { type RawBuilder, sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { type FoundRecord, type FoundRecordKind, type recordSearchCalls, recordSearchLimits } from '#contract/home/find-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { companyHeadUserTypes, companyRoles, platformRoles } from '#contract/kernel/roles.ts';
import { getScreen, type ScreenKey } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { toPhoneDigits } from '#server/lists/list.ts';

type Words = { readonly like: string; readonly start: string; readonly code: string; readonly digits: string | null };
type Search = (ctx: Ctx, said: Words) => RawBuilder<unknown>;

/** Escapes % and _ in the caller's text. */
const plain = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);

/** Two letters match the beginning of a name; three or more match anywhere, because the trigram index is then equally fast. */
export function splitSearchWords(q: string): Words {
  const digits = toPhoneDigits(q);
  return {
    like: q.length < 3 ? `${plain(q)}%` : `%${plain(q)}%`,
    start: `${plain(q.toLowerCase())}%`,
    code: `${plain(q.toUpperCase())}%`,
    digits: digits === null ? null : `%${digits}%`,
  };
}

const each = sql`order by id desc limit ${recordSearchLimits.each}`;
const phoneOf = (column: string, { digits }: Words) => (digits === null ? sql`false` : sql`${sql.ref(column)} like ${digits}`);
/** A dealer with a county sees all of it, as the platform does. */
const isCompany = ({ me }: Ctx): boolean =>
  (companyRoles as readonly string[]).includes(me.layout ?? '') && !(me.layout === 'dealer' && me.county !== null);

/** The companies whose properties a company may work on: its own, and those that gave it a mandate. The row scope applies as well. */
const companiesOf = ({ me }: Ctx): RawBuilder<unknown> =>
  sql`array(select ${me.companyId}::bigint union select m.owner_company_id from mandate m where ${visibleTo('mandate:held', me, 'm')})`;
const mine = (ctx: Ctx): RawBuilder<unknown> =>
  sql`(select property.* from property where property.company_id = any (${companiesOf(ctx)}) and ${visibleTo('property:managed', ctx.me)} offset 0)`;

/**
 * Records that belong to a property. A company has few properties, so the query starts from them. For the platform, the prefix of a name or code is
 * faster: each in the order of its index, because "the latest five" would scan a million rows to find none.
 */
const hung = (ctx: Ctx, table: 'unit' | 'listing', title: string, ways: readonly Way[]): RawBuilder<unknown> => {
  // Many listings have the same title: the unit tells them apart.
  const about =
    table === 'listing'
      ? sql`concat_ws(' · ', (select u.name from unit u where u.id = listing.unit_id), p.name) as about, listing.listing_type`
      : sql`p.name as about, null::smallint as listing_type`;
  const row = sql`${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.code`)}, ${sql.ref(title)} as title, ${about}, null::int as user_type`;
  const any = sql.join(
    ways.map(({ fits }) => fits),
    sql` or `,
  );
  const seen = sql`${sql.ref(`${table}.deleted_at`)} is null and ${visibleTo(table, ctx.me)}`;
  if (isCompany(ctx))
    return sql`select found.id, found.code, found.title, found.about, found.listing_type, found.user_type from ${mine(ctx)} p
      cross join lateral (select ${row} from ${sql.table(table)} where ${sql.ref(`${table}.property_id`)} = p.id and (${any}) and ${seen} offset 0) found`;
  const found = ways.map(
    ({ fits, by }) =>
      sql`(select ${row} from ${sql.table(table)} join property p on p.id = ${sql.ref(`${table}.property_id`)}
        where ${fits} and ${sql.ref(`${table}.deleted_at`)} is null and ${visibleTo(table, ctx.me)} ${by} limit ${recordSearchLimits.each})`,
  );
  return sql`select * from (${sql.join(found, sql` union `)}) either_way`;
};
type Way = { readonly fits: RawBuilder<unknown>; readonly by: RawBuilder<unknown> };

const searches: Readonly<Record<FoundRecordKind, Search>> = {
  person: (ctx, said) => sql`select person.id, person.code, person.name as title, coalesce(company.name, person.phone, person.email, '') as about,
      person.user_type from person left join company on company.id = person.company_id
    where (person.name ilike ${said.like} or person.email ilike ${said.like} or person.code like ${said.code} or ${phoneOf('person.phone', said)})
      and ${visibleTo('person', ctx.me)}`,
  company: (ctx, said) => sql`select head.id, head.code, company.name as title, head.name as about, head.user_type
    from company join lateral (select p.id, p.code, p.name, p.user_type from person p where p.company_id = company.id and p.closed_at is null
      and p.user_type in (${sql.join([...companyHeadUserTypes])}) order by p.id limit 1) head on true
    where (company.name ilike ${said.like} or company.code like ${said.code}) and ${visibleTo('company', ctx.me)}`,
  property: (ctx, said) => sql`select property.id, property.code, property.name as title, company.name as about, null::int as user_type
    from ${isCompany(ctx) ? mine(ctx) : sql.table('property')} property join company on company.id = property.company_id
    where (property.name ilike ${said.like} or property.code like ${said.code}) and ${visibleTo('property:managed', ctx.me)}`,
  unit: (ctx, said) =>
    hung(ctx, 'unit', 'unit.name', [
      { fits: sql`lower(unit.name) like ${said.start}`, by: sql`order by lower(unit.name)` },
      { fits: sql`unit.code like ${said.code}`, by: sql`order by unit.code desc` },
    ]),
  listing: (ctx, said) =>
    hung(ctx, 'listing', 'listing.title', [
      { fits: sql`listing.title ilike ${said.like}`, by: sql`order by listing.id desc` },
      { fits: sql`listing.code like ${said.code}`, by: sql`order by listing.code desc` },
    ]),
  lead: (
    ctx,
    said,
  ) => sql`select lead.id, lead.code, lead.name as title, coalesce(l.title, p.name, case when lead.reachable_at is not null then lead.phone end, '') as about, null::int as user_type
    from lead left join listing l on l.id = lead.listing_id left join property p on p.id = lead.property_id
    where (lead.name ilike ${said.like} or lead.code like ${said.code} or (lead.reachable_at is not null and ${phoneOf('lead.phone', said)})) and ${visibleTo('lead', ctx.me)}`,
  tenant: (
    ctx,
    said,
  ) => sql`select tenant.id, tenant.code, tenant.name as title, coalesce(tenant.phone, tenant.email, '') as about, null::int as user_type
    from tenant where tenant.merged_into is null and (tenant.name ilike ${said.like} or tenant.email ilike ${said.like} or tenant.code like ${said.code}
      or ${phoneOf('tenant.phone', said)}) and ${visibleTo('tenant', ctx.me)}`,
};

/** A kind is searched only when the caller can open its page. */
const opens: Readonly<Record<FoundRecordKind, readonly ScreenKey[]>> = {
  person: ['people.user', 'people.owner', 'people.agent'],
  company: ['people.user'],
  property: ['property.detail'],
  unit: ['unit.detail'],
  listing: ['listing.detail'],
  lead: ['lead.list'],
  tenant: ['tenant.detail'],
};
const mayLookFor = ({ me }: Ctx, kind: FoundRecordKind): boolean =>
  opens[kind].some((key) => me.layout !== null && getScreen(key).layouts.includes(me.layout) && isAllowed(getScreen(key).needs, me));

/** Only people that have a page in the company's dashboards; the platform has one for everyone. */
const shownTo = ({ me }: Ctx, { kind, user_type }: FoundRecord): boolean => {
  if (kind !== 'person' || (platformRoles as readonly string[]).includes(me.layout ?? '')) return true;
  const page = ({ 4: 'people.owner', 5: 'people.agent' } as Record<number, ScreenKey>)[user_type ?? -1];
  return page !== undefined && me.layout !== null && getScreen(page).layouts.includes(me.layout) && isAllowed(getScreen(page).needs, me);
};

/** The query of each kind. */
export const buildSearchQueriesByKind = (ctx: Ctx, q: string): Partial<Record<FoundRecordKind, RawBuilder<Omit<FoundRecord, 'kind'>>>> => {
  const said = splitSearchWords(q);
  const kinds = (Object.keys(searches) as FoundRecordKind[]).filter((kind) => mayLookFor(ctx, kind));
  return Object.fromEntries(kinds.map((kind) => [kind, sql<Omit<FoundRecord, 'kind'>>`select * from (${searches[kind](ctx, said)}) found ${each}`]));
};

export async function findRecords(
  ctx: Ctx,
  { q }: HandlerInput<(typeof recordSearchCalls)['find']>,
): Promise<HandlerResult<(typeof recordSearchCalls)['find']>> {
  const found = await Promise.all(
    Object.entries(buildSearchQueriesByKind(ctx, q)).map(async ([kind, search]) =>
      (await search.execute(ctx.db)).rows.map((row) => ({ ...row, listing_type: row.listing_type ?? null, kind: kind as FoundRecordKind })),
    ),
  );
  return { results: found.flat().filter((one) => shownTo(ctx, one)) };
}
