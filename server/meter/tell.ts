import { type Selectable, sql } from 'kysely';
import { layoutOf, userTypeOf } from '#contract/kernel/roles.ts';
import { linkTo } from '#contract/screens.ts';
import type { MeterQueryTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';

type Row = Selectable<MeterQueryTable>;
type About = {
  property_id: number;
  property_code: string;
  company_id: number;
  agent_company_id: number | null;
  home: string;
  month: string;
  tenancy_id: number;
  tenancy_code: string;
};

async function about(ctx: Pick<Ctx, 'db'>, row: Row): Promise<About | undefined> {
  const { rows } = await sql<About>`/* all: what a query is about, for those who are told of it */
    select p.id as property_id, p.code as property_code, t.company_id, t.agent_company_id, p.name || coalesce(', ' || u.name, '') as home, c.month::text as month, t.id as tenancy_id,
      t.code as tenancy_code
    from meter_line l join property p on p.id = l.property_id join tenancy t on t.id = l.tenancy_id join meter_cycle c on c.id = l.cycle_id left join unit u on u.id = l.unit_id
    where l.id = ${row.line_id}`.execute(ctx.db);
  return rows[0];
}

/** Whoever leads the company that holds or manages the home. */
export async function tellKeepers(ctx: Ctx, row: Row, event: 'meter.queried'): Promise<void> {
  const of = await about(ctx, row);
  if (!of) return;
  const heads = [...(await headsOf(ctx.db, of.company_id)), ...(of.agent_company_id === null ? [] : await headsOf(ctx.db, of.agent_company_id))];
  for (const { id, user_type } of [...new Map(heads.map((one) => [one.id, one])).values()]) {
    const layout = layoutOf(userTypeOf(user_type));
    const page =
      layout === 'owner' || layout === 'agent' || layout === 'dealer'
        ? `${linkTo('meter.utilities', layout, { id: of.property_id, code: of.property_code })}?tab=queries`
        : undefined;
    await tell(ctx, {
      event,
      to: { personId: id },
      ...(page ? { page } : {}),
      params: { home: of.home, month: of.month, text: row.text },
      key: `${event}:${row.id}:${id}`,
      subject: row.code,
    });
  }
}

export async function tellAsker(ctx: Ctx, row: Row): Promise<void> {
  const of = await about(ctx, row);
  if (!of || row.person_id === null) return;
  await tell(ctx, {
    event: 'meter.answered',
    to: { personId: row.person_id },
    params: { home: of.home, month: of.month, outcome: row.status, text: row.answer },
    key: `meter.answered:${row.id}`,
    page: linkTo('invoice.own', 'tenancy', { tenancy_id: of.tenancy_id, code: of.tenancy_code }),
    subject: row.code,
  });
}
