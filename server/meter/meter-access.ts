import { type Selectable, sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { MeterKind } from '#contract/meter/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Month, monthEnd, monthOf } from '#contract/time/days.ts';
import type { MeterCycleTable, MeterTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export type MeterRow = Selectable<MeterTable>;
export type CycleRow = Selectable<MeterCycleTable>;
type PropertyOf = { readonly id: number; readonly code: string; readonly company_id: number };
export const meterNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** The property, if the caller works on it and has this permission for its utilities. Otherwise it is not found. */
export async function readPropertyWithMeterPermission(ctx: Ctx, id: number, permission: Permission): Promise<PropertyOf> {
  const row = await from(ctx, 'property:managed')
    .select(['property.id', 'property.code', 'property.company_id'])
    .where('property.id', '=', id)
    .where(mayChange('property', ctx.me, permission))
    .executeTakeFirst();
  if (!row) throw meterNotFound();
  return row;
}
/** Managers of the meters record readings; people who may bill turn readings into charges (decision 107). */
export const meterReadingPermission = 'property_utilities.edit';
export const meterBillingPermission = 'invoices.create';
/** The caller's permissions at this property, for the buttons. */
export async function readMeterPermissions(ctx: Ctx, id: number): Promise<Record<'create' | 'read' | 'bill' | 'delete', boolean>> {
  const may = (permission: Permission) => sql<boolean>`${ctx.me.grants.has(permission)} and ${mayChange('property', ctx.me, permission)}`;
  const row = await from(ctx, 'property:managed')
    .select([
      may('property_utilities.create').as('create'),
      may(meterReadingPermission).as('read'),
      may(meterBillingPermission).as('bill'),
      may('property_utilities.delete').as('delete'),
    ])
    .where('property.id', '=', id)
    .executeTakeFirst();
  return row ?? { create: false, read: false, bill: false, delete: false };
}

/** Locks the meter, so that concurrent readings are stored one after the other. */
export async function lockMeter(ctx: Ctx, id: number, permission: Permission): Promise<MeterRow> {
  const row = await from(ctx, 'meter')
    .selectAll('meter')
    .where('meter.id', '=', id)
    .where(mayChange('meter', ctx.me, permission))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw meterNotFound();
  return row;
}

/** Refuses readings of a month that has not begun. */
function assertMonthBegun(month: Month): void {
  if (month > monthOf(clock.today())) throw invalidInputRefusal({ month: m.meter_problem_month_later() });
}

export const getFirstDayOfMonth = (month: Month): string => `${month}-01`;

/** Locks the month of a meter kind in a property. The first reading creates the month. */
export async function lockCycle(ctx: Ctx, propertyId: number, kind: MeterKind, month: Month): Promise<CycleRow> {
  assertMonthBegun(month);
  const key = { property_id: propertyId, kind, month: getFirstDayOfMonth(month) };
  await add(ctx, 'meter_cycle')
    .values(key)
    .onConflict((oc) => oc.columns(['property_id', 'kind', 'month']).doNothing())
    .execute();
  return from(ctx, 'meter_cycle')
    .selectAll('meter_cycle')
    .where('property_id', '=', propertyId)
    .where('kind', '=', kind)
    .where('month', '=', key.month)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
/** Refuses changes to a locked month and to earlier ones, because their readings were billed. */
export async function assertMonthOpen(ctx: Pick<Ctx, 'db'>, cycle: CycleRow): Promise<void> {
  const locked = await unscopedTable(ctx.db, 'meter_cycle', 'whether a month or a later one is locked')
    .select()
    .select('id')
    .where('property_id', '=', cycle.property_id)
    .where('kind', '=', cycle.kind)
    .where('month', '>=', cycle.month)
    .where('status', '=', 'locked')
    .limit(1)
    .executeTakeFirst();
  if (locked) throw new Refusal('wrongState', m.meter_refusal_locked(), { from: 'locked' });
}
/** A month is read from its first day until two weeks after its last. */
const lateDays = 15;
export const getReadingWindow = (month: Month): { first: string; last: string } => ({
  first: getFirstDayOfMonth(month),
  last: addDays(monthEnd(getFirstDayOfMonth(month)), lateDays),
});

/** Writes one audit entry per change, at the property, so that its history covers all meters. */
export const logMeterChange = (
  ctx: Ctx,
  property: { readonly id: number; readonly code?: string | null },
  kind: 'add' | 'edit' | 'delete' | 'undefined',
  change: { readonly before?: object | null; readonly after?: object | null; readonly reason?: string },
): Promise<void> =>
  audit(ctx.db, ctx, {
    kind,
    document: 'property_utilities',
    id: property.id,
    code: property.code ?? null,
    before: (change.before ?? null) as Record<string, unknown> | null,
    after: (change.after ?? null) as Record<string, unknown> | null,
    ...(change.reason === undefined ? {} : { reason: change.reason }),
  });
