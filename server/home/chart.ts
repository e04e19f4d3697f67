import { type RawBuilder, sql } from 'kysely';
import type { DashboardChart } from '#contract/home/calls.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';

const days = 30;
const since = sql`app.today() - ${days - 1}::int`;

/** The chart of a home page: views and enquiries for landlords and agents, accounts and enquiries for the platform. */
export async function readDashboardChart(ctx: Ctx): Promise<DashboardChart> {
  const platform = (platformRoles as readonly string[]).includes(ctx.me.layout ?? '');
  const first: RawBuilder<unknown> = platform
    ? sql`select app.day(person.created_at) as day, count(*) as n from person
        where person.created_at >= app.now() - make_interval(days => ${days}) and ${visibleTo('person', ctx.me)} group by 1`
    : sql`select listing_day.day, sum(listing_day.views) as n from listing_day join listing on listing.id = listing_day.listing_id
        where listing_day.day >= ${since} and ${visibleTo('listing', ctx.me)} group by 1`;
  const { rows } = await sql<DashboardChart['days'][number]>`
    with first as (${first}), asked as (select app.day(lead.created_at) as day, count(*) as n from lead
      where lead.created_at >= app.now() - make_interval(days => ${days}) and ${visibleTo('lead', ctx.me)} group by 1)
    select d::date::text as day, coalesce(first.n, 0)::int as first, coalesce(asked.n, 0)::int as enquiries
    from generate_series(${since}, app.today(), interval '1 day') d left join first on first.day = d::date left join asked on asked.day = d::date
    order by d`.execute(ctx.db);
  return { kind: platform ? 'growth' : 'market', days: rows };
}
