import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { calculateMonthlyPrice } from '#contract/listing/cost-breakdown.ts';
import { sumCents, toShillings } from '#contract/money/cents.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { type TenancyStatus, tenancyStatuses } from '#contract/tenancy/kinds.ts';
import type { TenancySummary } from '#contract/tenancy/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import {
  containsTextSql,
  countTabs,
  getOpenTabCount,
  hasDayRange,
  isAmongSql,
  isInCountySql,
  isOnPageSql,
  readPage,
  readPageByIds,
} from '#server/lists/list.ts';
import { readTenancySummaryAtDeparture, tenancyDepartureDaySql } from './leaving/after-leaving.ts';
import { joinUnitAndProperty, tenancySummaryColumns, toTenancySummary } from './rows.ts';

type Calls = typeof tenancyCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
const wordOf = new Map<number, TenancyStatus>((Object.keys(tenancyStatuses) as TenancyStatus[]).map((word) => [tenancyStatuses[word], word]));

const stateOf = ({ status }: Filters) => (status === undefined ? undefined : wordOf.get(status));

const starting = sql<boolean>`(tenancy.status = 'pending' and app.today() + 30 >= tenancy.starts_on)`;
const livedIn = sql<boolean>`(tenancy.status in ('active', 'expired'))`;
const endsOn = sql`coalesce(tenancy.leaving_on, tenancy.ends_on)`;
const ending = sql<boolean>`(${livedIn} and ${endsOn} <= app.today() + 90)`;
const objected = sql<boolean>`(${livedIn} and tenancy.leaving -> 'objection' ->> 'state' in ('open', 'reviewing'))`;
/** Ending tenancies by the number of days until their end. Overdue ends count in the first group. */
const endsIn = {
  30: sql<boolean>`(${ending} and ${endsOn} <= app.today() + 30)`,
  60: sql<boolean>`(${ending} and ${endsOn} - app.today() between 31 and 60)`,
  90: sql<boolean>`(${ending} and ${endsOn} - app.today() between 61 and 90)`,
};

/** Tenancies whose names match these words. Names are joined only for a search, so that lists without a search need no join. */
const saying = (ctx: Ctx, text: string) =>
  joinUnitAndProperty(from(ctx, 'tenancy:managed'))
    .select('tenancy.id')
    .where((eb) =>
      eb.or([
        containsTextSql('tenancy.code', text),
        containsTextSql('unit.name', text),
        containsTextSql('property.name', text),
        eb.exists(
          eb
            .selectFrom('tenancy_person as tp')
            .innerJoin('tenant as n', 'n.id', 'tp.tenant_id')
            .select('tp.id')
            .whereRef('tp.tenancy_id', '=', 'tenancy.id')
            .where((is) => is.or([containsTextSql('n.name', text), containsTextSql('n.phone', text.replace(/^0(?=[17])/, ''))])),
        ),
      ]),
    );

export function filterTenancies(ctx: Ctx, f: Filters) {
  let q = from(ctx, 'tenancy:managed');
  const status = stateOf(f);
  if (status) q = q.where('tenancy.status', '=', status);
  if (f.property_id) q = q.where('tenancy.property_id', '=', f.property_id);
  // A tenancy of a whole property matches each of its present and former units.
  if (f.unit_id)
    q = q.where(sql<boolean>`(tenancy.unit_id = ${f.unit_id} or (tenancy.whole and exists (select 1 from stay s
      where s.tenancy_id = tenancy.id and s.unit_id = ${f.unit_id} and s.unit_id is distinct from (tenancy.transfer ->> 'unit_id')::bigint)))`);
  const { tenant_id: tenant, q: text } = f;
  if (tenant)
    q = q.where((eb) =>
      eb.exists(
        eb.selectFrom('tenancy_person as tp').select('tp.id').whereRef('tp.tenancy_id', '=', 'tenancy.id').where('tp.tenant_id', '=', tenant),
      ),
    );
  if (f.starting) q = q.where(starting);
  if (f.ending) q = q.where(f.ending === 'true' ? ending : endsIn[f.ending]);
  if (f.objected) q = q.where(objected);
  if (f.lived_in) q = q.where(livedIn);
  if (f.company_id) q = q.where('tenancy.company_id', '=', f.company_id);
  if (f.region) q = q.where(isInCountySql('tenancy.property_id', f.region));
  if (hasDayRange(f)) {
    if (f.day_from) q = q.where('tenancy.starts_on', '>=', f.day_from);
    if (f.day_to) q = q.where('tenancy.starts_on', '<=', f.day_to);
  }
  if (text) q = q.where(isAmongSql('tenancy.id', saying(ctx, text)));
  return q;
}

/** Sorts by the given column, empty values last. */
function ordered(sort: string) {
  const column = sql.ref(`tenancy.${sort.replace(/^-/, '')}`);
  const order = sql`${column} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, tenancy.id desc`;
  return { of: 'tenancy', order } as const;
}

export async function listTenancies(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const counts = await countTabs(tabs, () => filterTenancies(ctx, { ...z_filter, status: undefined }), sql`tenancy.status`);
  const by = ordered(sort);
  const size = { page, page_size, count: getOpenTabCount(counts, stateOf(z_filter)) };
  const { rows, count } = await readPageByIds(filterTenancies(ctx, z_filter), size, by, (these) =>
    joinUnitAndProperty(from(ctx, 'tenancy:managed').where(these))
      .selectAll('tenancy')
      .select([...tenancySummaryColumns])
      .orderBy(by.order),
  );
  return { count, results: await withCompanyHeads(ctx, rows.map(toTenancySummary)), ...(counts.tabs ? { tabs: byNumber(counts.tabs) } : {}) };
}
/** The API identifies tabs by the number of the status, as on the wire. */
const byNumber = (tabs: Record<string, number>) =>
  Object.fromEntries(Object.entries(tabs).map(([word, n]) => [String(tenancyStatuses[word as TenancyStatus] ?? word), n]));

export async function listOwnTenancies(ctx: Ctx, { page, page_size }: HandlerInput<Calls['listOwn']>): Promise<HandlerResult<Calls['listOwn']>> {
  // The list includes tenancies that the caller is asked to join as a payer.
  const asked = sql<boolean>`exists (select 1 from tenant n where n.person_id = ${ctx.me.userId} and tenancy.people_ask -> 'asked' @> to_jsonb(n.id)
    and not tenancy.people_ask -> 'yes' @> to_jsonb(n.id))`;
  const own = from(ctx, 'tenancy').where((eb) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('tenancy_person as tp')
          .innerJoin('tenant as n', 'n.id', 'tp.tenant_id')
          .select('tp.id')
          .whereRef('tp.tenancy_id', '=', 'tenancy.id')
          .where('n.person_id', '=', ctx.me.userId),
      ),
      asked,
    ]),
  );
  // Former tenants and occupants who do not pay have no request to answer.
  const answers = sql<boolean>`exists (select 1 from tenancy_person tp join tenant n on n.id = tp.tenant_id where tp.tenancy_id = tenancy.id
    and n.person_id = ${ctx.me.userId} and tp.role in ('lead', 'co_tenant') and tp.until is null)`.as('answers');
  const { rows, count } = await readPage(joinUnitAndProperty(own), { page, page_size }, (q) =>
    q
      .selectAll('tenancy')
      .select([...tenancySummaryColumns, answers, asked.as('asked'), tenancyDepartureDaySql(sql`tenancy.id`, ctx.me.userId).as('left')])
      .orderBy(sql`tenancy.status = 'terminate'`)
      .orderBy('tenancy.starts_on', 'desc')
      .orderBy('tenancy.id', 'desc'),
  );
  const results: TenancySummary[] = [];
  for (const row of rows) {
    const head =
      row.left === null
        ? { ...toTenancySummary(row), asks: row.answers && toTenancySummary(row).asks }
        : await readTenancySummaryAtDeparture(ctx, toTenancySummary(row), row.left);
    results.push({ ...head, asks: head.asks || row.asked });
  }
  return { count, results };
}

export async function countTenanciesByStatus(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['countByStatus']>,
): Promise<HandlerResult<Calls['countByStatus']>> {
  const { status: _, starting: __, ending: ___, lived_in: ____, ...others } = z_filter;
  const { in30, in60, in90, ...row } = await filterTenancies(ctx, others)
    .select([
      sql<number>`(count(*) filter (where ${starting}))::int`.as('starting'),
      sql<number>`(count(*) filter (where ${ending}))::int`.as('ending'),
      sql<number>`(count(*) filter (where ${endsIn[30]}))::int`.as('in30'),
      sql<number>`(count(*) filter (where ${endsIn[60]}))::int`.as('in60'),
      sql<number>`(count(*) filter (where ${endsIn[90]}))::int`.as('in90'),
      sql<number>`(count(*) filter (where ${livedIn}))::int`.as('lived_in'),
    ])
    .executeTakeFirstOrThrow();
  const rents = await filterTenancies(ctx, others)
    .where(livedIn)
    .innerJoin('tenancy_term', (join) =>
      join.onRef('tenancy_term.tenancy_id', '=', 'tenancy.id').on(sql<boolean>`tenancy_term.during @> app.today()`),
    )
    .select(['tenancy_term.period', sql<number>`sum(tenancy_term.rent_cents)::bigint`.as('cents')])
    .groupBy('tenancy_term.period')
    .execute();
  const months = rents.map((one) => calculateMonthlyPrice({ price_cents: Number(one.cents), price_period: one.period }) ?? 0);
  return { ...row, ending_in: { 30: in30, 60: in60, 90: in90 }, month_cents: sumCents(months) };
}

export async function exportTenanciesCsv(
  ctx: Ctx,
  { sort, z_filter = {}, part }: HandlerInput<Calls['exportCsv']>,
): Promise<HandlerResult<Calls['exportCsv']>> {
  const by = ordered(sort);
  const rows = await joinUnitAndProperty(from(ctx, 'tenancy:managed').where(isOnPageSql(filterTenancies(ctx, z_filter), getExportPartSpan(part), by)))
    .selectAll('tenancy')
    .select([...tenancySummaryColumns])
    .orderBy(by.order)
    .execute();
  return buildCsvExportPart(
    'tenancies',
    rows.map((r) => ({
      code: r.code,
      property: r.property_name,
      unit: r.unit_name,
      name: r.lead?.name ?? null,
      status: r.status,
      starts_on: r.starts_on,
      ends_on: r.ends_on,
      leaving_on: r.leaving_on,
      rent: toShillings(Number(r.rent_cents)),
      deposit: toShillings(r.deposit_cents),
      company: r.holder_name,
    })),
    part,
  );
}
