import { type RawBuilder, sql } from 'kysely';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toShillings } from '#contract/money/cents.ts';
import type { UnitListItem, unitCalls } from '#contract/unit/calls.ts';
import { buildingViewLimits } from '#contract/unit/kinds.ts';
import { statusesWithoutRent } from '#contract/unit/vacancy.ts';
import { customPlanMark } from '#server/db/named-statements.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { localizedNameSql, withLocalizedName } from '#server/kernel/localized-names.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { mismatchCountColumns, mismatchSql } from './mismatch.ts';
import { calculateEffectiveBedrooms, toUnitSummary, unitSummaryColumns } from './rows.ts';
import { readUnitTypes, unitNotFound } from './unit-lookup.ts';

type Calls = typeof unitCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
const offered = 50;

const wordOf = new Map<number, UnitStatus>((Object.keys(unitStatuses) as UnitStatus[]).map((word) => [unitStatuses[word], word]));

export function filterUnits(ctx: Ctx, f: Filters) {
  let found = from(ctx, 'unit').innerJoin('property', 'property.id', 'unit.property_id').innerJoin('taxon', 'taxon.id', 'unit.unit_type_id');
  const status = f.status === undefined ? undefined : wordOf.get(f.status);
  if (f.name) found = found.where((eb) => eb.or([containsTextSql('unit.name', f.name ?? ''), containsTextSql('unit.code', f.name ?? '')]));
  if (f.property !== undefined) found = found.where('unit.property_id', '=', f.property);
  if (f.unit_type !== undefined) found = found.where('unit.unit_type_id', '=', f.unit_type);
  if (status) found = found.where('unit.status', '=', status);
  if (f.bedrooms !== undefined) found = found.where('unit.bedrooms', '=', f.bedrooms);
  if (f.rent_from !== undefined) found = found.where('unit.rent_cents', '>=', f.rent_from);
  if (f.rent_to !== undefined) found = found.where('unit.rent_cents', '<=', f.rent_to);
  // The best plan depends on the rent range and on the size of the county; one generic plan was 6 to 12 times slower.
  if (f.rent_from !== undefined || f.rent_to !== undefined || ctx.me.role === 'subadmin') found = found.modifyEnd(sql.raw(customPlanMark));
  if (f.block) found = found.where(containsTextSql('unit.block', f.block));
  if (f.region) found = found.where('property.region', '=', f.region);
  if (f.company_id !== undefined) found = found.where('property.company_id', '=', f.company_id);
  if (hasDayRange(f)) found = found.where(isInDayRangeSql('unit.status_since', f));
  if (f.mismatch) found = found.where(mismatchSql(f.mismatch));
  return found;
}

/** Natural order, A2 before A10: letters first, then the number as a number. */
const naturally = (desc: boolean): RawBuilder<unknown>[] =>
  [
    sql`lower(unit.block)`,
    sql`lower(regexp_replace(unit.name, '[0-9].*$', ''))`,
    sql`substring(unit.name from '[0-9]+')::numeric`,
    sql`lower(unit.name)`,
  ].map((part) => (desc ? sql`${part} desc nulls last` : sql`${part} nulls first`));

function order(sort: string): RawBuilder<unknown>[] {
  const desc = sort.startsWith('-');
  const column = sort.replace(/^-/, '');
  const last = sql`unit.id desc`;
  if (column === 'name') return [...naturally(desc), last];
  // Ids are in the order of creation and indexed, so the database need not sort a million units to show ten.
  if (column === 'created_at') return [desc ? last : sql`unit.id`];
  return [sql`${orderByColumn(`${desc ? '-' : ''}unit.${column}`)} nulls last`, last];
}

export async function listUnits(
  ctx: Ctx,
  { page, page_size, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterUnits(ctx, z_filter), { page, page_size }, (q) =>
    q.select([...unitSummaryColumns]).orderBy(sql.join(order(sort))),
  );
  const lives = await livesIn(
    ctx,
    rows.map((row) => row.id),
  );
  const heads = rows.map((row) => ({ ...toUnitSummary(row), ...(lives ? { lives: lives.get(row.id) ?? null } : {}) }));
  return { count, results: await withCompanyHeads(ctx, heads) };
}

/** The occupants of these units with their arrears, from tenancies or imports, for people who may see tenants; the scope limits them by property. */
async function livesIn(ctx: Ctx, ids: readonly number[]) {
  if (!ctx.me.grants.has('tenants.read')) return null;
  if (ids.length === 0) return new Map<number, NonNullable<UnitListItem['lives']>>();
  return new Map([...(await getLookup('occupantsIn')(ctx, ids)), ...(await getLookup('tenantsIn')(ctx, ids))]);
}

export async function listForBuildingView(
  ctx: Ctx,
  { property }: HandlerInput<Calls['listForBuildingView']>,
): Promise<HandlerResult<Calls['listForBuildingView']>> {
  const seen = await from(ctx, 'property').select('id').where('id', '=', property).executeTakeFirst();
  if (!seen) throw unitNotFound();
  const { rows, count } = await readPage(filterUnits(ctx, { property }), { page: 1, page_size: buildingViewLimits.doors }, (q) =>
    q
      .select(['unit.id', 'unit.code', 'unit.name', 'unit.block', 'unit.floor', 'unit.status', 'unit.rent_cents'])
      .orderBy(sql.join([...naturally(false), sql`unit.id`])),
  );
  return { count, results: rows.map((row) => ({ ...row, status: unitStatuses[row.status] })) };
}

export async function countUnitsByStatus(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['statusCounts']>,
): Promise<HandlerResult<Calls['statusCounts']>> {
  const { status: _, ...others } = z_filter;
  const rows = await filterUnits(ctx, others)
    .select(['unit.status', sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(unit.rent_cents), 0)::bigint`.as('rent')])
    .groupBy('unit.status')
    .execute();
  return {
    by_status: Object.fromEntries(rows.map((row) => [String(unitStatuses[row.status]), row.n])),
    all: rows.reduce((sum, row) => sum + row.n, 0),
    empty_rent_cents: rows.filter((row) => statusesWithoutRent.includes(row.status)).reduce((sum, row) => sum + Number(row.rent), 0),
  };
}

export async function countUnitMismatches(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['mismatches']>,
): Promise<HandlerResult<Calls['mismatches']>> {
  const { mismatch: _, ...others } = z_filter;
  return { counts: await filterUnits(ctx, others).select(mismatchCountColumns()).executeTakeFirstOrThrow() };
}

export async function exportUnitsCsv(
  ctx: Ctx,
  { sort, z_filter = {}, part }: HandlerInput<Calls['exportCsv']>,
): Promise<HandlerResult<Calls['exportCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await filterUnits(ctx, z_filter)
    .select([...unitSummaryColumns, 'unit.area_m2', 'unit.deposit_cents', 'unit.service_charge_cents', 'unit.furnished', 'unit.available_from'])
    .orderBy(sql.join(order(sort)))
    .limit(limit)
    .offset(offset)
    .execute();
  const shillings = (cents: number | null) => (cents === null ? null : toShillings(cents));
  const table = rows.map((r) => ({
    code: r.code,
    property: r.property_name,
    block: r.block,
    name: r.name,
    floor: r.floor,
    unit_type: r.type_name,
    bedrooms: calculateEffectiveBedrooms(r.bedrooms, r.type_bedrooms),
    bathrooms: r.bathrooms,
    area_m2: r.area_m2,
    rent: shillings(r.rent_cents),
    deposit: shillings(r.deposit_cents),
    service_charge: shillings(r.service_charge_cents),
    furnished: r.furnished,
    status: r.status,
    status_since: formatNairobiTime(r.status_since),
    status_reason: translateAuditReason(r.status_reason),
    available_from: r.available_from,
  }));
  return buildCsvExportPart('units.csv', table, part);
}

export async function listUnitChoices(ctx: Ctx, { q, creating }: HandlerInput<Calls['choices']>): Promise<HandlerResult<Calls['choices']>> {
  const [types, amenities, properties] = await Promise.all([
    readUnitTypes(ctx),
    ctx.db
      .selectFrom('taxon')
      .select(['id', localizedNameSql().as('name'), 'grouped'])
      .where('kind', '=', 'amenity')
      .where('applies_to', 'in', ['unit', 'both'])
      .where('visible', '=', true)
      .where('taxon.deleted_at', 'is', null)
      .orderBy('sort')
      .execute(),
    from(ctx, 'property')
      .select(['id', 'code', 'name', 'blocks'])
      .where('archived_at', 'is', null)
      .$if(creating === true, (all) => all.where(mayChange('property', ctx.me, 'units.create')))
      .where(q === '' ? sql<boolean>`true` : containsTextSql('name', q))
      .orderBy(q === '' ? 'id' : 'name', q === '' ? 'desc' : 'asc')
      .limit(offered)
      .execute(),
  ]);
  return { unit_types: types.map(withLocalizedName).map(({ id, code, name, bedrooms }) => ({ id, code, name, bedrooms })), amenities, properties };
}
