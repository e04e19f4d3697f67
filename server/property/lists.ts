import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { withLocalizedName } from '#server/kernel/localized-names.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { readOwnerCompanies } from './owner-companies.ts';
import { propertySummaryColumns, propertySummaryFacts, selectVisibleProperties, toPropertySummary } from './rows.ts';

type Calls = typeof propertyCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;

const either = (yes: boolean, rule: RawBuilder<boolean>) => (yes ? rule : sql<boolean>`not ${rule}`);
const hasVacant = sql<boolean>`exists (select 1 from unit u where u.property_id = property.id and u.deleted_at is null and u.status = 'vacant')`;
const hasLive = sql<boolean>`exists (select 1 from listing_card k where k.property_id = property.id)`;

export function filterProperties(ctx: Ctx, f: Filters) {
  let query = selectVisibleProperties(ctx).where('property.archived_at', f.archived ? 'is not' : 'is', null);
  if (f.name) query = query.where((eb) => eb.or([containsTextSql('property.name', f.name ?? ''), containsTextSql('property.code', f.name ?? '')]));
  if (f.status) query = query.where('property.status', '=', f.status);
  if (f.property_type) query = query.where('property.property_type_id', '=', f.property_type);
  if (f.category) query = query.where('property.category_id', '=', f.category);
  if (f.region) query = query.where('property.region', '=', f.region);
  if (f.company_id) query = query.where('property.company_id', '=', f.company_id);
  if (f.company) query = query.where(containsTextSql('company.name', f.company));
  if (f.vacant !== undefined) query = query.where(either(f.vacant, hasVacant));
  if (f.listed !== undefined) query = query.where(either(f.listed, hasLive));
  if (hasDayRange(f)) query = query.where(isInDayRangeSql('property.created_at', f));
  if (f.stalled !== undefined) query = query.where('property.stalled', '=', f.stalled);
  return query;
}
const order = (sort: string) => orderByColumn(sort.replace(/^(-?)/, '$1property.'));

export async function listProperties(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const query = filterProperties(ctx, z_filter);
  const rows = await query
    .select([...propertySummaryColumns])
    .select([...propertySummaryFacts])
    .orderBy(order(sort))
    .orderBy('property.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  // A page that is not full is the last, so the total needs no second query.
  const last = rows.length < page_size && (rows.length > 0 || page === 1);
  const count = last ? (page - 1) * page_size + rows.length : (await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n;
  const counts = await countTabs(tabs, () => filterProperties(ctx, { ...z_filter, status: undefined }), sql`property.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toPropertySummary)), ...counts };
}

export async function exportPropertiesCsv(
  ctx: Ctx,
  { sort, z_filter = {}, part }: HandlerInput<Calls['exportCsv']>,
): Promise<HandlerResult<Calls['exportCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await filterProperties(ctx, z_filter)
    .select([...propertySummaryColumns])
    .select([...propertySummaryFacts])
    .orderBy(order(sort))
    .orderBy('property.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const table = rows.map(toPropertySummary).map((p) => ({
    code: p.code,
    name: p.name,
    type: p.type.name,
    category: p.category.name,
    holder: p.company.name,
    place: p.place.name,
    county: p.place.county,
    units: p.units.total,
    vacant: p.units.vacant,
    occupied: p.units.occupied,
    live_listings: p.live_listings,
    status: p.status,
    stalled: p.stalled,
    updated_at: formatNairobiTime(new Date(p.updated_at)),
  }));
  return buildCsvExportPart('properties.csv', table, part);
}

const wordColumns = ['id', 'code', 'name', 'name_sw'] as const;

/** Hidden values are not offered; a property that has one keeps it. */
export async function listPropertyChoices(ctx: Ctx): Promise<HandlerResult<Calls['choices']>> {
  const words = await ctx.db
    .selectFrom('taxon')
    .select([...wordColumns, 'kind', 'category_id', 'bedrooms', 'grouped', 'applies_to'])
    .where('taxon.deleted_at', 'is', null)
    .where('visible', '=', true)
    .where('merged_into', 'is', null)
    .orderBy('sort')
    .orderBy('name')
    .execute();
  const word = ({ id, code, name, name_sw }: (typeof words)[number]) => withLocalizedName({ id, code, name, name_sw });
  const of = (kind: (typeof words)[number]['kind']) => words.filter((w) => w.kind === kind);
  return {
    holders: await readOwnerCompanies(ctx),
    categories: of('property_category').map(word),
    types: of('property_type').map((w) => ({ ...word(w), category_id: w.category_id })),
    unit_types: of('unit_type').map((w) => ({ ...word(w), bedrooms: w.bedrooms })),
    amenities: of('amenity')
      .filter((w) => w.applies_to !== 'unit')
      .map((w) => ({ ...word(w), grouped: w.grouped })),
  };
}

export async function listOwnerCompanies(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['listOwnerCompanies']>,
): Promise<HandlerResult<Calls['listOwnerCompanies']>> {
  let query = from(ctx, 'company').where('kind', '=', 'owner').where('is_active', '=', true);
  if (f.name) query = query.where(containsTextSql('company.name', f.name));
  const { rows, count } = await readPage(query, { page, page_size }, (q) => q.select(['id', 'code', 'name']).orderBy('name').orderBy('id'));
  return { count, results: rows };
}
