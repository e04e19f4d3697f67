import { sql } from 'kysely';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionTaskDays } from '#contract/inspection/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { inspectionSummaryColumns, selectInspectionsWithUnit, toInspectionSummary } from './rows.ts';

type Calls = typeof inspectionCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;

/** Inspections that the caller manages or is assigned to. Those of the caller's own home are in a separate list. */
export function filterInspections(ctx: Ctx, f: Filters) {
  let q = selectInspectionsWithUnit(ctx, 'inspection:listed');
  if (f.status) q = q.where('inspection.status', '=', f.status);
  if (f.kind) q = q.where('inspection.kind', '=', f.kind);
  if (f.property_id) q = q.where('inspection.property_id', '=', f.property_id);
  if (f.unit_id) q = q.where('inspection.unit_id', '=', f.unit_id);
  if (f.tenancy_id) q = q.where('inspection.tenancy_id', '=', f.tenancy_id);
  if (f.mine) q = q.where('inspection.inspector_id', '=', ctx.me.userId);
  if (f.todo)
    q = q
      .where('inspection.inspector_id', '=', ctx.me.userId)
      .where('inspection.status', 'in', ['scheduled', 'in_progress'])
      .where('inspection.scheduled_at', '<', new Date(clock.ms() + inspectionTaskDays * dayMs));
  if (f.company_id) q = q.where('inspection.company_id', '=', f.company_id);
  if (f.region) q = q.where('property.region', '=', f.region);
  if (hasDayRange(f)) q = q.where(isInDayRangeSql('inspection.scheduled_at', f));
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or(['inspection.code', 'property.name', 'unit.name', 'tenancy.code', 'inspector.name'].map((column) => containsTextSql(column, text))),
    );
  return q;
}

const isOver = sql<boolean>`inspection.status in ('agreed', 'canceled')`;

export async function listInspections(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterInspections(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('inspection')
      .select([...inspectionSummaryColumns])
      // Completed inspections are listed after open ones, whatever their date.
      .orderBy(sql`${isOver}, ${orderByColumn(sort.replace(/^(-?)/, '$1inspection.'))}, inspection.id desc`),
  );
  const counts = await countTabs(tabs, () => filterInspections(ctx, { ...z_filter, status: undefined }), sql`inspection.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toInspectionSummary)), ...counts };
}

type Own = NonNullable<HandlerInput<Calls['listMine']>['z_filter']>;
/** Inspections of the caller's current and former homes. With `waiting`, only those that need the caller's answer. */
export function filterOwnInspections(ctx: Ctx, { waiting, tenancy_id }: Own) {
  let own = selectInspectionsWithUnit(ctx).where((eb) =>
    eb.exists(
      eb
        .selectFrom('tenancy_person as tp')
        .innerJoin('tenant as n', 'n.id', 'tp.tenant_id')
        .select('tp.id')
        .whereRef('tp.tenancy_id', '=', 'inspection.tenancy_id')
        .where('n.person_id', '=', ctx.me.userId),
    ),
  );
  if (waiting) own = own.where('inspection.status', '=', 'submitted').where('inspection.answer_by', '>', clock.now());
  return tenancy_id ? own.where('inspection.tenancy_id', '=', tenancy_id) : own;
}

export async function listOwnInspections(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listMine']>,
): Promise<HandlerResult<Calls['listMine']>> {
  const { rows, count } = await readPage(filterOwnInspections(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('inspection')
      .select([...inspectionSummaryColumns])
      .orderBy(sql`inspection.answer_by is null`)
      .orderBy('inspection.scheduled_at', 'desc')
      .orderBy('inspection.id', 'desc'),
  );
  return { count, results: rows.map(toInspectionSummary) };
}
