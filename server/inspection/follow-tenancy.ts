import { sql } from 'kysely';
import type { InspectionKind } from '#contract/inspection/machine.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, startOf } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { endBySystem, open } from './follow.ts';
import { update } from './pen.ts';
import { baselineOf, formFor, written } from './plan.ts';
import { factsOf, type InspectionRow } from './rows.ts';
import { tellOfPlan } from './tell.ts';

const why = 'what is planned follows the tenancy it is of';
const handedIn = ['submitted', 'agreed', 'disputed'] as const;
/** What nobody named an hour for: the morning. */
const morningOf = (day: Day): Date => new Date(startOf(day).getTime() + 10 * 3_600_000);

/** Of a whole property a visit is of any of its units. */
const ofTenancy = (ctx: Ctx, tenancyId: number, unitId: number) =>
  open(ctx, ['scheduled', 'in_progress'])
    .where('tenancy_id', '=', tenancyId)
    .where(sql<boolean>`(unit_id = ${unitId} or exists (select 1 from tenancy t where t.id = ${tenancyId} and t.whole))`)
    .execute();
const wasHandedIn = async (ctx: Ctx, tenancyId: number, unitId: number, kind: InspectionKind): Promise<boolean> =>
  (await everything(ctx.db, 'inspection', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('unit_id', '=', unitId)
    .where('kind', '=', kind)
    .where('status', 'in', [...handedIn])
    .executeTakeFirst()) !== undefined;

/** Before it is offered again it is looked at all the same; nobody who lived there is asked any more. */
async function letGo(ctx: Ctx, { id, code }: InspectionRow, reason: string): Promise<void> {
  await update(ctx, id, { tenancy_id: null });
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'inspection', id, code, reason });
}

/** They are out of this home: nobody visits them there. How they left it is still looked at, unless it was. */
async function leftHome(ctx: Ctx, tenancyId: number, unitId: number, reason: string): Promise<InspectionRow[]> {
  const looked = await wasHandedIn(ctx, tenancyId, unitId, 'move_out');
  const leavings: InspectionRow[] = [];
  for (const row of await ofTenancy(ctx, tenancyId, unitId)) {
    if (row.kind === 'pre_listing') await letGo(ctx, row, reason);
    else if (row.kind === 'move_out' && !looked) leavings.push(row);
    else await endBySystem(ctx, row, 'cancel', reason);
  }
  return leavings;
}

async function moveTo(ctx: Ctx, row: InspectionRow, scheduled_at: Date): Promise<void> {
  if (row.status !== 'scheduled' || row.scheduled_at.getTime() === scheduled_at.getTime()) return;
  const after = { ...row, scheduled_at, revision: row.revision + 1 };
  await update(ctx, row.id, { scheduled_at });
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'inspection', id: row.id, code: row.code, before: factsOf(row), after: factsOf(after) });
  await tellOfPlan(ctx, after);
}

/** One that nobody planned by hand: who goes is decided later. */
async function planFor(ctx: Ctx, tenancyId: number, unitId: number, kind: 'move_in' | 'move_out', scheduled_at: Date): Promise<void> {
  const home = await everything(ctx.db, 'unit', why)
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .leftJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .leftJoin('taxon as category', 'category.id', 'property.category_id')
    .select(['unit.property_id', 'property.company_id', 'taxon.bedrooms', 'category.code as category'])
    .where('unit.id', '=', unitId)
    .executeTakeFirstOrThrow();
  const tenancy = await everything(ctx.db, 'tenancy', why)
    .select()
    .select(['company_id', 'agent_company_id'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  const form = await formFor(unscoped(ctx, why), kind, null, { bedrooms: home.bedrooms, business: home.category === 'commercial' });
  // Of a home somebody else holds than the tenancy: for who holds that home.
  const { company_id } = home;
  const agent_company_id = company_id === tenancy.company_id ? tenancy.agent_company_id : null;
  await written(ctx, {
    ...{ company_id, agent_company_id, property_id: home.property_id, unit_id: unitId, tenancy_id: tenancyId, kind, template_id: form.id },
    ...{ areas: JSON.stringify(form.areas), scheduled_at, baseline_id: kind === 'move_out' ? await baselineOf(ctx, tenancyId, unitId) : null },
  });
}

/** From one home to another: how they left the first and how they find the second is looked at the next morning. */
async function transferred(ctx: Ctx, { tenancyId, fromUnit, toUnit }: Happenings['tenancy.transferred']): Promise<void> {
  const at = morningOf(addDays(clock.today(), 1));
  const leavings = await leftHome(ctx, tenancyId, fromUnit, 'the tenancy moved to another unit');
  for (const row of leavings) if (row.scheduled_at > at) await moveTo(ctx, row, at);
  if (leavings.length === 0 && !(await wasHandedIn(ctx, tenancyId, fromUnit, 'move_out'))) await planFor(ctx, tenancyId, fromUnit, 'move_out', at);
  await planFor(ctx, tenancyId, toUnit, 'move_in', at);
}

/** The day they go changed, or they stay after all: what was planned for it goes along. */
async function leaving(ctx: Ctx, { tenancyId, unitId, on }: Happenings['tenancy.leaving']): Promise<void> {
  for (const row of await ofTenancy(ctx, tenancyId, unitId)) {
    if (row.kind !== 'move_out') continue;
    if (on === null) await endBySystem(ctx, row, 'cancel', 'the tenant stays');
    else if (row.scheduled_at < startOf(on)) await moveTo(ctx, row, morningOf(on));
  }
}

export const tenancyFollows: Follows = {
  'tenancy.leaving': leaving,
  'tenancy.transferred': transferred,
  'tenancy.ended': async (ctx, { tenancyId, unitId }) => {
    await leftHome(ctx, tenancyId, unitId, 'the tenancy ended');
  },
};
