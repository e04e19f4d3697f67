import { sql } from 'kysely';
import { toListingType } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { listingConfirmationDays } from '#contract/listing/kinds.ts';
import { toShillings } from '#contract/money/cents.ts';
import { mandateInForceSql } from '#server/access/service.ts';
import { customPlanMark } from '#server/db/named-statements.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { localizedNameSql } from '#server/kernel/localized-names.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { readEffectiveListingTerms, readEffectiveUnitTerms, unitTermColumnNames } from './inherited-terms.ts';
import { readListingReadiness } from './readiness.ts';
import { type ListingRow, listingNameColumns, selectListingDetails, selectVisibleListings, toListingDetails, toListingSummary } from './rows.ts';

type Calls = typeof listingCalls;
export const listingNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export function filterListings(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let q = selectVisibleListings(ctx);
  if (f.listing_type !== undefined) q = q.where('listing.listing_type', '=', f.listing_type as 0);
  if (f.status) q = q.where('listing.status', '=', f.status);
  if (f.property_id) q = q.where('listing.property_id', '=', f.property_id);
  if (f.region) q = q.where('property.region', '=', f.region);
  if (f.company_id) q = q.where('property.company_id', '=', f.company_id);
  if (f.unit_id) q = q.where('listing.unit_id', '=', f.unit_id);
  if (f.min !== undefined) q = q.where('listing.price_cents', '>=', f.min);
  if (f.max !== undefined) q = q.where('listing.price_cents', '<=', f.max);
  if (f.min !== undefined || f.max !== undefined) q = q.modifyEnd(sql.raw(customPlanMark));
  if (f.days) q = q.where('listing.status', '=', 'live').where(sql<boolean>`listing.published_at <= app.now() - make_interval(days => ${f.days})`);
  if (hasDayRange(f)) q = q.where(isInDayRangeSql('listing.published_at', f));
  if (f.shown === true) q = q.where(getLookup('hasListingCard')(sql.ref('listing.id')));
  if (f.unconfirmed === true)
    q = q
      .where('listing.status', '=', 'live')
      .where(sql<boolean>`listing.last_confirmed_at <= app.now() - make_interval(days => ${listingConfirmationDays.askAfter})`);
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([
        containsTextSql('listing.title', text),
        containsTextSql('listing.code', text),
        containsTextSql('property.name', text),
        containsTextSql('unit.name', text),
      ]),
    );
  return q;
}

export async function listListings(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterListings(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('listing')
      .select([...listingNameColumns])
      .orderBy(sql`${orderByColumn(sort.replace(/^(-?)/, '$1listing.'))} nulls last`)
      .orderBy('listing.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterListings(ctx, { ...z_filter, status: undefined }), sql`listing.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toListingSummary)), ...counts };
}

export async function exportListingsCsv(
  ctx: Ctx,
  { sort, z_filter = {}, part }: HandlerInput<Calls['exportCsv']>,
): Promise<HandlerResult<Calls['exportCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await filterListings(ctx, z_filter)
    .selectAll('listing')
    .select([...listingNameColumns])
    .orderBy(sql`${orderByColumn(sort.replace(/^(-?)/, '$1listing.'))} nulls last`)
    .orderBy('listing.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const table = rows.map((r) => ({
    code: r.code,
    title: r.title,
    property: r.property_name,
    unit: r.unit_name,
    type: toListingType(r.listing_type),
    price: toShillings(r.price_cents),
    status: r.status,
    published: formatNairobiTime(r.published_at),
    confirmed: formatNairobiTime(r.last_confirmed_at),
    views: r.views,
    saves: r.saves,
    enquiries: r.enquiries,
  }));
  return buildCsvExportPart('listings.csv', table, part);
}

export async function readListingDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await selectListingDetails(ctx, id);
  if (!row) throw listingNotFound();
  const { n } = await findSimilarListings(ctx, row).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return toListingDetails(row, ctx, { ...(await readEffectiveListingTerms(ctx, row.property_id, row.unit_id)), alike: n });
}

export async function readVisibleListingReadiness(ctx: Ctx, { id }: HandlerInput<Calls['readiness']>): Promise<HandlerResult<Calls['readiness']>> {
  if (!(await selectListingDetails(ctx, id))) throw listingNotFound();
  return readListingReadiness(ctx.db, id);
}

export async function readListingPerformance(ctx: Ctx, { id }: HandlerInput<Calls['performance']>): Promise<HandlerResult<Calls['performance']>> {
  if (!(await selectListingDetails(ctx, id))) throw listingNotFound();
  const days = await sql<{ day: string; views: number; saves: number; enquiries: number }>`
    select d::date::text as day, coalesce(ld.views, 0) as views, coalesce(ld.saves, 0) as saves, coalesce(ld.enquiries, 0) as enquiries
    from generate_series(app.today() - 89, app.today(), interval '1 day') d
    left join listing_day ld on ld.listing_id = ${id} and ld.day = d::date order by d`.execute(ctx.db);
  const prices = await from(ctx, 'listing_price')
    .leftJoin('person', 'person.id', 'listing_price.by')
    .select(['at', 'price_cents', 'price_period', 'person.name as by'])
    .where('listing_id', '=', id)
    .orderBy('at', 'desc')
    .limit(100)
    .execute();
  const history = await readMoveHistory(ctx, 'listing', id).limit(50).execute();
  return {
    days: days.rows,
    prices: prices.map((p) => ({ ...p, at: p.at.toISOString() })),
    history: history.map((h) => ({ at: h.at.toISOString(), move: h.move, from: h.from_state, to: h.to_state, reason: h.reason, by: h.by })),
  };
}

/** People who can be the contact of a listing of this property: staff of its owner, and of agents with a mandate for the property. */
export const listEligibleListingContacts = (ctx: Ctx, propertyId: number) =>
  unscopedTable(ctx.db, 'person', 'the query itself selects people who may respond for this property')
    .select()
    .select(['person.id', 'person.name'])
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .where('person.user_type', 'in', [4, 5, 6, 7])
    .where(
      sql<boolean>`person.company_id in (
        select p.company_id from property p where p.id = ${propertyId}
        union select m.agent_company_id from mandate m join property p on p.company_id = m.owner_company_id where p.id = ${propertyId} and ${mandateInForceSql('m')}
          and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = p.id)))`,
    )
    .orderBy('person.name')
    .limit(200)
    .execute();

export async function readListingChoices(
  ctx: Ctx,
  { property_id, creating }: HandlerInput<Calls['choices']>,
): Promise<HandlerResult<Calls['choices']>> {
  const properties = await from(ctx, 'property:managed')
    .select(['id', 'code', 'name'])
    .where('archived_at', 'is', null)
    .$if(creating === true, (q) => q.where(mayChange('property', ctx.me, 'units.edit')))
    .orderBy('name')
    .limit(500)
    .execute();
  if (property_id === undefined) return { properties, units: [], whole: null, deposit_months: 1, contacts: [] };
  const seen = await from(ctx, 'property:managed').select(['id', 'deposit_months']).where('id', '=', property_id).executeTakeFirst();
  if (!seen) throw listingNotFound();
  const units = await from(ctx, 'unit')
    .innerJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.id', 'unit.name', 'unit.unit_type_id as type_id', localizedNameSql().as('type'), 'unit.bedrooms', 'unit.furnished'])
    .select(sql<'vacant' | 'occupied'>`case when unit.let_from is not null then 'vacant' else unit.status end`.as('status'))
    .select(unitTermColumnNames.map((column) => `unit.${column}` as const))
    .select(suggestedTitleSql.as('title'))
    .select(
      sql<number[]>`array(select l.listing_type::int from listing l where l.unit_id = unit.id and l.status = 'live' and l.deleted_at is null)`.as(
        'live',
      ),
    )
    .where('unit.property_id', '=', property_id)
    .orderBy('unit.name')
    .limit(1000)
    .execute();
  const above: Parameters<typeof readEffectiveUnitTerms>[3] = new Map();
  return {
    properties,
    units: await inOrder(units, async ({ inherits, unit_type_id, ...unit }) => ({
      ...unit,
      ...(await readEffectiveUnitTerms(ctx, property_id, { ...unit, inherits, unit_type_id }, above)),
    })),
    whole: await readEffectiveUnitTerms(ctx, property_id, null),
    deposit_months: Number(seen.deposit_months),
    contacts: await listEligibleListingContacts(ctx, property_id),
  };
}

async function inOrder<T, R>(rows: readonly T[], work: (row: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const row of rows) done.push(await work(row));
  return done;
}

/** The property's other open listings of the same type and the same unit type (or of the whole property). */
export const findSimilarListings = (ctx: Ctx, listing: Pick<ListingRow, 'id' | 'property_id' | 'unit_id' | 'listing_type'>) =>
  selectVisibleListings(ctx)
    .where('listing.property_id', '=', listing.property_id)
    .where('listing.listing_type', '=', listing.listing_type)
    .where('listing.id', '<>', listing.id)
    .where('listing.status', 'not in', ['closed', 'archived'])
    .where(sql<boolean>`unit.unit_type_id is not distinct from (select u.unit_type_id from unit u where u.id = ${listing.unit_id})`);

/** The default title of a unit's listing: its unit type and location. */
export const suggestedTitleSql = sql<string>`left(taxon.name || ' at ' || property.name, 140)`;
