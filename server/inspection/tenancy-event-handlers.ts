import { sql } from 'kysely';
import type { InspectionKind } from '#contract/inspection/machine.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, startOfDay } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { updateInspection } from './edit-lock.ts';
import { endInspectionBySystem, selectOpenInspections } from './event-handlers.ts';
import { notifyInspectionPlanned } from './notify.ts';
import { findBaselineInspection, findInspectionForm, insertInspection } from './plan.ts';
import { buildInspectionLogFacts, type InspectionRow } from './rows.ts';

const why = 'planned inspections follow their tenancy';
const handedIn = ['submitted', 'agreed', 'disputed'] as const;
/** Without a given time, an inspection is planned for the morning. */
const morningOf = (day: Day): Date => new Date(startOfDay(day).getTime() + 10 * 3_600_000);

/** An inspection of a tenancy of a whole property may be about any of its units. */
const ofTenancy = (ctx: Ctx, tenancyId: number, unitId: number) =>
  selectOpenInspections(ctx, ['scheduled', 'in_progress'])
    .where('tenancy_id', '=', tenancyId)
    .where(sql<boolean>`(unit_id = ${unitId} or exists (select 1 from tenancy t where t.id = ${tenancyId} and t.whole))`)
    .execute();
const wasHandedIn = async (ctx: Ctx, tenancyId: number, unitId: number, kind: InspectionKind): Promise<boolean> =>
  (await unscopedTable(ctx.db, 'inspection', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('unit_id', '=', unitId)
    .where('kind', '=', kind)
    .where('status', 'in', [...handedIn])
    .executeTakeFirst()) !== undefined;

/** A pre-listing inspection still takes place, but without the former tenants. */
async function letGo(ctx: Ctx, { id, code }: InspectionRow, reason: string): Promise<void> {
  await updateInspection(ctx, id, { tenancy_id: null });
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'inspection', id, code, reason });
}

/** The tenants left this unit: other inspections are cancelled, and the move-out inspection stays unless one was already submitted. */
async function leftHome(ctx: Ctx, tenancyId: number, unitId: number, reason: string): Promise<InspectionRow[]> {
  const looked = await wasHandedIn(ctx, tenancyId, unitId, 'move_out');
  const leavings: InspectionRow[] = [];
  for (const row of await ofTenancy(ctx, tenancyId, unitId)) {
    if (row.kind === 'pre_listing') await letGo(ctx, row, reason);
    else if (row.kind === 'move_out' && !looked) leavings.push(row);
    else await endInspectionBySystem(ctx, row, 'cancel', reason);
  }
  return leavings;
}

async function moveTo(ctx: Ctx, row: InspectionRow, scheduled_at: Date): Promise<void> {
  if (row.status !== 'scheduled' || row.scheduled_at.getTime() === scheduled_at.getTime()) return;
  const after = { ...row, scheduled_at, revision: row.revision + 1 };
  await updateInspection(ctx, row.id, { scheduled_at });
  await audit(ctx.db, ctx, {
    kind: 'undefined',
    document: 'inspection',
    id: row.id,
    code: row.code,
    before: buildInspectionLogFacts(row),
    after: buildInspectionLogFacts(after),
  });
  await notifyInspectionPlanned(ctx, after);
}

/** Plans an inspection automatically, without an inspector. */
async function planFor(ctx: Ctx, tenancyId: number, unitId: number, kind: 'move_in' | 'move_out', scheduled_at: Date): Promise<void> {
  const home = await unscopedTable(ctx.db, 'unit', why)
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .leftJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .leftJoin('taxon as category', 'category.id', 'property.category_id')
    .select(['unit.property_id', 'property.company_id', 'taxon.bedrooms', 'category.code as category'])
    .where('unit.id', '=', unitId)
    .executeTakeFirstOrThrow();
  const tenancy = await unscopedTable(ctx.db, 'tenancy', why)
    .select()
    .select(['company_id', 'agent_company_id'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  const form = await findInspectionForm(asUnscoped(ctx, why), kind, null, { bedrooms: home.bedrooms, business: home.category === 'commercial' });
  // The inspection belongs to the owner of the unit, who may differ from the owner of the tenancy.
  const { company_id } = home;
  const agent_company_id = company_id === tenancy.company_id ? tenancy.agent_company_id : null;
  await insertInspection(ctx, {
    company_id,
    agent_company_id,
    property_id: home.property_id,
    unit_id: unitId,
    tenancy_id: tenancyId,
    kind,
    template_id: form.id,
    areas: JSON.stringify(form.areas),
    scheduled_at,
    baseline_id: kind === 'move_out' ? await findBaselineInspection(ctx, tenancyId, unitId) : null,
  });
}

/** A unit transfer plans a move-out of the old and a move-in of the new unit for the next morning. */
async function transferred(ctx: Ctx, { tenancyId, fromUnit, toUnit }: DomainEvents['tenancy.transferred']): Promise<void> {
  const at = morningOf(addDays(clock.today(), 1));
  const leavings = await leftHome(ctx, tenancyId, fromUnit, 'the tenancy moved to another unit');
  for (const row of leavings) if (row.scheduled_at > at) await moveTo(ctx, row, at);
  if (leavings.length === 0 && !(await wasHandedIn(ctx, tenancyId, fromUnit, 'move_out'))) await planFor(ctx, tenancyId, fromUnit, 'move_out', at);
  await planFor(ctx, tenancyId, toUnit, 'move_in', at);
}

/** The move-out date changed, or the notice was withdrawn: the planned move-out inspection is moved or cancelled. */
async function leaving(ctx: Ctx, { tenancyId, unitId, on }: DomainEvents['tenancy.leaving']): Promise<void> {
  for (const row of await ofTenancy(ctx, tenancyId, unitId)) {
    if (row.kind !== 'move_out') continue;
    if (on === null) await endInspectionBySystem(ctx, row, 'cancel', 'the tenant stays');
    else if (row.scheduled_at < startOfDay(on)) await moveTo(ctx, row, morningOf(on));
  }
}

export const inspectionTenancyEventHandlers: EventHandlers = {
  'tenancy.leaving': leaving,
  'tenancy.transferred': transferred,
  'tenancy.ended': async (ctx, { tenancyId, unitId }) => {
    await leftHome(ctx, tenancyId, unitId, 'the tenancy ended');
  },
};
