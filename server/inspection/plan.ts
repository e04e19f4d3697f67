import { randomInt } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionNoticeHours, maxInspectionDaysAhead, tenantAnsweredInspectionKinds } from '#contract/inspection/kinds.ts';
import type { InspectionKind } from '#contract/inspection/machine.ts';
import { getInspectionTemplateKey } from '#contract/inspection/templates.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { DB } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow, childrenOf } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { assertIndependentInspector } from './edit-lock.ts';
import { findInspectors } from './inspectors.ts';
import { notifyInspectionPlanned } from './notify.ts';
import { buildInspectionLogFacts, type InspectionRow, inspectionNotFound } from './rows.ts';

type Calls = typeof inspectionCalls;

function parseScheduledAt(scheduled_at: string): Date {
  const at = new Date(scheduled_at);
  // Allows a minute, because the current time of the device has passed when the request arrives.
  if (at.getTime() < clock.ms() - 60_000) throw invalidInputRefusal({ scheduled_at: m.inspection_problem_past() });
  if (at.getTime() > clock.ms() + maxInspectionDaysAhead * dayMs) throw invalidInputRefusal({ scheduled_at: m.inspection_problem_far() });
  return at;
}

async function assertInspector(ctx: Ctx, kind: InspectionKind, propertyId: number, inspectorId: number | null): Promise<void> {
  if (inspectorId === null) return;
  const all = await findInspectors(ctx, kind, propertyId);
  if (!all.some((one) => one.id === inspectorId)) throw invalidInputRefusal({ inspector_id: m.inspection_problem_inspector() });
}

/** The chosen form if it is for this kind of inspection, otherwise the system form for such a unit. */
export async function findInspectionForm(
  ctx: Ctx,
  kind: InspectionKind,
  templateId: number | null,
  home: { bedrooms: number | null; business: boolean },
) {
  const forms = from(ctx, 'inspection_template').select(['id', 'areas', 'kinds', 'retired_at']);
  const found =
    templateId === null
      ? await forms.where('key', '=', getInspectionTemplateKey(kind, home)).executeTakeFirst()
      : await forms.where('id', '=', templateId).where('retired_at', 'is', null).executeTakeFirst();
  if (!found?.kinds.includes(kind)) throw invalidInputRefusal({ template_id: m.inspection_problem_template() });
  return found;
}

export async function planInspection(ctx: Ctx, given: HandlerInput<Calls['create']>): Promise<number> {
  const { kind, unit_id, tenancy_id, inspector_id, template_id, consented, reason } = given;
  const unit = await from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .leftJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .leftJoin('taxon as category', 'category.id', 'property.category_id')
    .select(['unit.id', 'unit.property_id', 'unit.status', 'property.company_id', 'taxon.bedrooms', 'category.code as category'])
    .select(mayChange('property', ctx.me, 'tenancies.create', 'property').as('may'))
    .where('unit.id', '=', unit_id)
    .where('unit.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!unit) throw inspectionNotFound();
  if (!unit.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenancies.create' });
  const scheduled_at = parseScheduledAt(given.scheduled_at);
  const tenancy = tenancy_id === null ? await runningIn(ctx, kind, unit_id) : await tenancyOf(ctx, tenancy_id, unit_id);
  if (tenantAnsweredInspectionKinds.includes(kind) && !tenancy) throw invalidInputRefusal({ tenancy_id: m.inspection_problem_tenancy() });
  const soon = scheduled_at.getTime() < clock.ms() + inspectionNoticeHours * 3_600_000;
  // The tenant is present at a move-in or move-out. Any other inspection of an occupied unit needs a day's notice or consent.
  if (!tenantAnsweredInspectionKinds.includes(kind) && unit.status === 'occupied' && soon && !consented)
    throw invalidInputRefusal({ scheduled_at: m.inspection_problem_notice({ hours: inspectionNoticeHours }) });
  await assertInspector(ctx, kind, unit.property_id, inspector_id);
  const form = await findInspectionForm(ctx, kind, template_id, { bedrooms: unit.bedrooms, business: unit.category === 'commercial' });
  const agent = ctx.me.companyId !== unit.company_id && (ctx.me.layout === 'agent' || ctx.me.layout === 'dealer') ? ctx.me.companyId : null;
  const row = await insertInspection(ctx, {
    company_id: unit.company_id,
    agent_company_id: tenancy?.agent_company_id ?? agent,
    property_id: unit.property_id,
    unit_id,
    tenancy_id: tenancy?.id ?? null,
    kind,
    template_id: form.id,
    areas: JSON.stringify(form.areas),
    inspector_id,
    scheduled_at,
    consented,
    reason,
    baseline_id: kind === 'move_out' && tenancy ? await findBaselineInspection(ctx, tenancy.id, unit_id) : null,
  });
  return row.id;
}

/** Creates the inspection with its audit entry, and notifies the occupants and the inspector. */
export async function insertInspection(ctx: Ctx, values: Omit<Insertable<DB['inspection']>, 'created_by'>): Promise<InspectionRow> {
  const made = await add(ctx, 'inspection')
    .values({ ...values, created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = asAddedScopedRow('inspection', made);
  await audit(ctx.db, ctx, { kind: 'add', document: 'inspection', id: row.id, code: row.code, after: buildInspectionLogFacts(row) });
  await notifyInspectionPlanned(ctx, row);
  return row;
}

/** A tenancy of this unit, or of the whole property that it is part of. */
const livesIn = (unitId: number) => sql<boolean>`(tenancy.unit_id = ${unitId} or (tenancy.whole and exists (select 1 from stay s
  where s.tenancy_id = tenancy.id and s.unit_id = ${unitId} and s.released_at is null)))`;

async function tenancyOf(ctx: Ctx, id: number, unitId: number) {
  const row = await from(ctx, 'tenancy:managed')
    .select(['id', 'agent_company_id', livesIn(unitId).as('there')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw inspectionNotFound();
  if (!row.there) throw invalidInputRefusal({ tenancy_id: m.inspection_problem_other_unit() });
  return row;
}

/** An inspection of an occupied unit concerns its tenants, so it belongs to the current or next tenancy by default. */
async function runningIn(ctx: Ctx, kind: InspectionKind, unitId: number) {
  const row = await from(ctx, 'tenancy:managed')
    .select(['id', 'agent_company_id'])
    .where(livesIn(unitId))
    .where('status', 'in', kind === 'move_in' ? ['active', 'expired', 'pending'] : ['active', 'expired'])
    .orderBy(sql`status = 'pending'`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** The baseline of a unit: the last submitted move-in inspection. */
export const findBaselineInspection = async (ctx: Ctx, tenancyId: number, unitId: number): Promise<number | null> =>
  (
    await unscopedTable(ctx.db, 'inspection', 'the condition of the unit when the same tenants moved in')
      .select()
      .select('id')
      .where('tenancy_id', '=', tenancyId)
      .where('unit_id', '=', unitId)
      .where('kind', '=', 'move_in')
      .where('status', 'in', ['submitted', 'agreed', 'disputed'])
      .orderBy('submitted_at', 'desc')
      .executeTakeFirst()
  )?.id ?? null;

/** Letters and digits that cannot be confused. A code of six is written on a card that the photos show. */
const letters = 'ACDEFGHJKLMNPQRTUVWXY34679';
const newCard = (): string => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');

export async function planVerification(ctx: Ctx, given: HandlerInput<Calls['createVerification']>): Promise<number> {
  const property = await from(ctx, 'property:managed')
    .select(['id', 'company_id', 'status'])
    .where('id', '=', given.property_id)
    .where(mayChange('property', ctx.me, 'property_verification.create'))
    .executeTakeFirst();
  if (!property) throw inspectionNotFound();
  const scheduled_at = parseScheduledAt(given.scheduled_at);
  const inspector_id = given.inspector_id ?? ctx.me.userId;
  await assertInspector(ctx, 'verification', property.id, inspector_id);
  await assertIndependentInspector(ctx, property.id, inspector_id);
  if (property.status !== 'pending_verification')
    throw new Refusal('wrongState', m.property_refusal_not_waiting(), { from: property.status, allowed: [] });
  const open = await childrenOf(ctx.db, property, 'inspection', 'property_id')
    .select()
    .select('code')
    .where('kind', '=', 'verification')
    .where('status', 'in', ['scheduled', 'in_progress', 'submitted'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', m.inspection_refusal_open({ code: open.code }));
  const form = await findInspectionForm(ctx, 'verification', null, { bedrooms: null, business: false });
  const row = await insertInspection(ctx, {
    company_id: property.company_id,
    property_id: property.id,
    kind: 'verification' as const,
    template_id: form.id,
    areas: JSON.stringify(form.areas),
    inspector_id,
    scheduled_at,
    card: newCard(),
  });
  return row.id;
}
