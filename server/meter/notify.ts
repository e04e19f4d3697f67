import { type Selectable, sql } from 'kysely';
import { linkTo } from '#contract/screens.ts';
import type { MeterQueryTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';

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
  const { rows } = await sql<About>`/* unscoped: the subject of a meter query for the people who are notified */
    select p.id as property_id, p.code as property_code, t.company_id, t.agent_company_id, coalesce(u.name || ', ', '') || p.name as home, c.month::text as month, t.id as tenancy_id,
      t.code as tenancy_code
    from meter_line l join property p on p.id = l.property_id join tenancy t on t.id = l.tenancy_id join meter_cycle c on c.id = l.cycle_id left join unit u on u.id = l.unit_id
    where l.id = ${row.line_id}`.execute(ctx.db);
  return rows[0];
}

/** Notifies the managers of the unit. */
export async function notifyMeterManagers(ctx: Ctx, row: Row, event: 'meter.queried'): Promise<void> {
  const of = await about(ctx, row);
  if (!of) return;
  const page = screenPagePath('meter.utilities', { id: of.property_id, code: of.property_code }, 'tab=queries');
  await notifyAudience(ctx, event, { home: of.home, month: of.month, text: row.text }, createNotificationAudience().managers(of), {
    key: row.id,
    subject: row.code,
    page,
  });
}

export async function notifyQueryAuthor(ctx: Ctx, row: Row): Promise<void> {
  const of = await about(ctx, row);
  if (!of) return;
  const params = { home: of.home, month: of.month, outcome: row.status, text: row.answer };
  const page = linkTo('invoice.own', 'tenancy', { tenancy_id: of.tenancy_id, code: of.tenancy_code });
  await notifyAudience(ctx, 'meter.answered', params, createNotificationAudience().person(row.person_id, ''), {
    key: row.id,
    subject: row.code,
    page,
  });
}
