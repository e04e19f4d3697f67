import { sql } from 'kysely';
import type { OccupancyMonth } from '#contract/tenancy/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';

const shown = 12;

/**
 * Units occupied at the end of each of twelve months, the last as of today, with the move-ins and move-outs in between. A tenant who leaves on the
 * last day has moved out by its end. A cancelled reservation has no last day and counts as no move.
 */
export async function listMonthlyOccupancy(ctx: Ctx): Promise<OccupancyMonth[]> {
  const { rows } = await sql<OccupancyMonth>`
    with lived as materialized (
      select lower(stay.during) as came, case when stay.released_at is not null then upper(stay.during) - 1 end as gone
      from stay join tenancy on tenancy.id = stay.tenancy_id
      where ${visibleTo('stay', ctx.me)} and lower(stay.during) <= app.today()
        and (case when stay.released_at is null then tenancy.status in ('active', 'expired') else upper(stay.during) is not null end)),
    month as (select m::date as first, least((m + interval '1 month')::date - 1, app.today()) as last
      from generate_series(date_trunc('month', app.today() - make_interval(months => ${shown - 1})), app.today(), interval '1 month') m)
    select month.first::text as month, count(lived.came) filter (where lived.came <= month.last and (lived.gone is null or lived.gone > month.last))::int as lived_in,
      count(lived.came) filter (where lived.came between month.first and month.last)::int as moved_in,
      count(lived.came) filter (where lived.gone between month.first and month.last)::int as moved_out
    from month left join lived on true group by month.first, month.last order by month.first`.execute(ctx.db);
  return rows;
}
