import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { computeEarliestMoveOutDay } from '#contract/tenancy/guards.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from as seenBy } from '#server/kernel/scoped.ts';
import {
  readOtherStaysInUnits,
  readStayStart,
  readStayUnits,
  readUnitAvailableFrom,
  releaseStay,
  reserveUnit,
  setStayEnd,
  vacateUnit,
} from '#server/stay/service.ts';
import { lockProperties, lockUnit, moveUnitBySystem } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { updateTenancy } from '../create-tenancy.ts';
import { transferTenancyToOwner } from '../hand-over.ts';
import { assertNotObjectedForChange } from '../leaving/open-objection.ts';
import {
  assertTenancyStatus,
  hasPayerWithAccount,
  lockTenancy,
  lockTenancyForManager,
  lockTenancyForTenant,
  logTenancyChange,
  occupiedStatuses,
} from '../lock-tenancy.ts';
import { extendStayAndNotify, notifyTenancyManagers, notifyTenants, notifyTenantsAndManagers } from '../notify.ts';
import { assertRentChangeAllowed, notifyRentChange, setRentFrom } from '../rent.ts';
import { type TenancyRow, tenancyNotFound } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';

type Calls = typeof tenancyActionCalls;
type Plan = {
  readonly unit_id: number;
  readonly on: string;
  readonly rent_cents: number | null;
  readonly reason: string;
  readonly after: 'vacant' | 'works';
};
const why = 'the tenancy moved to another unit';
export const readTransferPlan = (row: Pick<TenancyRow, 'transfer'>): Plan | null => row.transfer as Plan | null;
const planned = (row: TenancyRow) => ({ moving_on: readTransferPlan(row)?.on ?? null });

/** Locks the properties, then the units in the order of their ids. The tenancy is locked after them. */
async function homesHeld(ctx: Ctx, units: readonly number[]): Promise<void> {
  await lockProperties(ctx, [...units]);
  for (const unit of [...units].sort((a, b) => a - b)) await lockUnit(ctx, unit);
}

/**
 * Transfers a tenancy to another unit of the same owner that is available from that day: today immediately, otherwise on its day. The terms stay the
 * same.
 */
export async function transferTenancy(
  ctx: Ctx,
  { id, unit_id, ...given }: HandlerInput<Calls['transfer']>,
): Promise<HandlerResult<Calls['transfer']>> {
  const target = await seenBy(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.id', mayChange('property', ctx.me, 'tenancies.create').as('may')])
    .where('unit.id', '=', unit_id)
    .executeTakeFirst();
  if (!target) throw tenancyNotFound();
  if (!target.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenancies.create' });
  const place = await seenBy(ctx, 'tenancy:managed').select('unit_id').where('id', '=', id).executeTakeFirst();
  if (!place) throw tenancyNotFound();
  await homesHeld(ctx, [place.unit_id, unit_id]);
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  assertNotObjectedForChange(row);
  const today = clock.today();
  const on = given.on ?? today;
  await assertTransferNotice(ctx, row, on);
  await checkTarget(ctx, row, unit_id, on);
  if (given.rent_cents !== undefined) await assertRentChangeAllowed(ctx, row, on, given.rent_cents, 'transfer');
  const plan: Plan = { unit_id, on, rent_cents: given.rent_cents ?? null, reason: given.reason, after: given.after };
  if (on > today) await planTo(ctx, row, plan);
  else {
    await vacateUnit(ctx, id, addDays(today, -1), plan.after, why);
    await reserveUnit(ctx, { unitId: unit_id, from: today, to: null, tenancyId: id }, why);
    await arrive(ctx, row, plan);
    // For tenants past their move-out day the new stay lasts until today at least.
    if (row.leaving_on !== null) await setStayEnd(ctx, { tenancyId: id }, addDays(row.leaving_on > today ? row.leaving_on : today, 1));
  }
  return readTenancyDetails(ctx, { id });
}

/** Tenants with an account get their notice period. Until the day they can decline the transfer (`withdrawTenancyTransfer`). */
async function assertTransferNotice(ctx: Ctx, { id, notice_days: days }: TenancyRow, on: string): Promise<void> {
  const first = computeEarliestMoveOutDay(clock.today(), days);
  if (on < first && (await hasPayerWithAccount(ctx, id)))
    throw invalidInputRefusal({ on: m.tenancy_problem_transfer_notice({ days, day: formatLongDate(first) }) });
}

async function checkTarget(ctx: Ctx, row: TenancyRow, unitId: number, on: string): Promise<void> {
  if (readTransferPlan(row)) throw new Refusal('conflict', m.tenancy_refusal_moving());
  const today = clock.today();
  const to = await lockUnit(ctx, unitId);
  const free = await readUnitAvailableFrom(ctx, unitId);
  if (unitId === row.unit_id) throw invalidInputRefusal({ unit_id: m.tenancy_problem_same_unit() });
  if (to.company_id !== row.company_id) throw invalidInputRefusal({ unit_id: m.tenancy_problem_other_holder() });
  if (on < today) throw invalidInputRefusal({ on: m.tenancy_problem_leave_past() });
  if (on > today && (row.leaving_on !== null || row.leaving_ask !== null)) throw invalidInputRefusal({ on: m.tenancy_problem_move_leaving() });
  // A transfer today needs a vacant unit. For a later day the unit may still be occupied.
  const open = on > today ? ['vacant', 'ordered', 'occupied'] : ['vacant'];
  if (!open.includes(to.status) || to.occupied_said || free === null) throw invalidInputRefusal({ unit_id: m.tenancy_problem_unit_taken() });
  if (free > on) throw invalidInputRefusal({ on: m.tenancy_problem_not_free({ day: formatLongDate(free) }) });
}

/** Plans a transfer: the stay in the old unit ends where the stay in the new one begins, and the old unit becomes available from that day. */
async function planTo(ctx: Ctx, row: TenancyRow, plan: Plan): Promise<void> {
  await setStayEnd(ctx, { tenancyId: row.id }, plan.on);
  await reserveUnit(ctx, { unitId: plan.unit_id, from: plan.on, to: null, tenancyId: row.id }, why);
  const after = await updateTenancy(ctx, row, { transfer: JSON.stringify(plan) });
  await logTenancyChange(ctx, row, after, { reason: plan.reason, was: planned(row), is: planned(after) });
  const there = { ...after, unit_id: plan.unit_id };
  await notifyTenantsAndManagers(ctx, there, 'tenancy.transfer_planned', { day: plan.on }, String(after.revision));
  if (plan.rent_cents !== null) await notifyRentChange(ctx, there, plan.on, plan.rent_cents);
}

/**
 * Completes a transfer: the tenancy is in the new unit with its terms. The caller has saved the stays. If another company owns the new unit by now,
 * the tenancy moves to that owner.
 */
async function arrive(ctx: Ctx, row: TenancyRow, { unit_id, on, rent_cents, reason }: Plan, told = false): Promise<void> {
  await moveUnitBySystem(ctx, unit_id, 'occupy', why);
  const { property_id, company_id } = await lockUnit(ctx, unit_id);
  const there = await updateTenancy(ctx, row, { unit_id, property_id, whole: false, transfer: null });
  if (rent_cents !== null) {
    const rent = await setRentFrom(ctx, there, on, rent_cents, 'transfer');
    if (!told || rent !== rent_cents) await notifyRentChange(ctx, there, on, rent);
  }
  await logTenancyChange(ctx, row, there, { reason });
  // The event comes before the change of owner, so that the move-out inspection belongs to the owner of the old unit.
  await publishEvent(ctx, 'tenancy.transferred', { tenancyId: row.id, fromUnit: row.unit_id, toUnit: unit_id });
  const after = company_id === row.company_id ? there : await transferTenancyToOwner(ctx, there, company_id, why);
  await notifyTenantsAndManagers(ctx, after, 'tenancy.transferred', { day: on }, String(there.revision));
}

/** Releases the reservation of the target unit. The caller decides about the current stay. */
export async function releaseTransferHold(ctx: Ctx, row: TenancyRow): Promise<void> {
  const plan = readTransferPlan(row);
  if (plan) await releaseStay(ctx, { tenancyId: row.id, unitId: plan.unit_id }, 'the tenancy stays where it is');
}

/** Cancels a planned transfer: the tenants stay, unless another tenancy has reserved the following days. */
async function stayHere(ctx: Ctx, row: TenancyRow, plan: Plan, reason: string): Promise<void> {
  await releaseTransferHold(ctx, row);
  await setStayEnd(ctx, { tenancyId: row.id }, null);
  const after = await updateTenancy(ctx, row, { transfer: null });
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: planned(row), is: planned(after) });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.transfer_off', { day: plan.on }, String(after.revision));
}

/** A manager cancels a planned transfer, or a payer declines it. */
export async function withdrawTenancyTransfer(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['withdrawTransfer']>,
): Promise<HandlerResult<Calls['withdrawTransfer']>> {
  const read = (name: 'tenancy:managed' | 'tenancy') => seenBy(ctx, name).select(['unit_id', 'transfer']).where('id', '=', id).executeTakeFirst();
  const managed = ctx.me.grants.has('tenancies.edit') ? await read('tenancy:managed') : undefined;
  const seen = managed ?? (await read('tenancy'));
  if (!seen) throw tenancyNotFound();
  const known = readTransferPlan(seen);
  await homesHeld(ctx, known ? [seen.unit_id, known.unit_id] : [seen.unit_id]);
  const row = managed ? await lockTenancyForManager(ctx, id) : await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const plan = readTransferPlan(row);
  if (!plan) throw new Refusal('conflict', m.tenancy_refusal_not_moving());
  await stayHere(ctx, row, plan, reason);
  return readTenancyDetails(ctx, { id });
}

/**
 * After the sale of a property, cancels planned unit transfers between it and other properties of the former owner. A transfer is kept if the old
 * unit is already reserved for the next tenant; on its day the tenancy moves to the owner of the new unit.
 */
export async function cancelTransfersBetweenOwners(ctx: Ctx, propertyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`/* unscoped: transfers between properties that no longer share an owner */
    select t.id from tenancy t join unit u on u.id = (t.transfer ->> 'unit_id')::bigint
    where t.transfer is not null and (t.property_id = ${propertyId}) <> (u.property_id = ${propertyId}) order by t.id`.execute(ctx.db);
  for (const { id } of rows) {
    const row = await lockTenancy(ctx, id);
    const plan = readTransferPlan(row);
    if (plan && (await readOtherStaysInUnits(ctx, await readStayUnits(ctx, { tenancyId: id }), id)).length === 0)
      await stayHere(ctx, row, plan, 'the home was sold');
  }
}

const due = sql`transfer is not null and (transfer ->> 'on')::date <= app.today() and status in ('active', 'expired')`;
type Due = { readonly id: number; readonly units: readonly number[]; readonly target: number };
/** Groups transfers that depend on each other, because one moves into the unit that another leaves. */
function together(moves: readonly Due[]): Due[][] {
  const groups: Due[][] = [];
  for (const one of moves) {
    const mine = groups.filter((group) => group.some((other) => other.units.includes(one.target) || one.units.includes(other.target)));
    for (const group of mine) groups.splice(groups.indexOf(group), 1);
    groups.push([...mine.flat(), one]);
  }
  return groups;
}

/** Carries out the transfers that are due. If the new unit is still occupied, the transfer is postponed by a day and the tenants are notified. */
export async function carryOutDueTransfers(db: Db): Promise<number> {
  const { rows } = await sql<Due>`/* unscoped: scheduled job maintains tenancies */
    select id, (transfer ->> 'unit_id')::bigint as target, array(select s.unit_id::int from stay s where s.tenancy_id = tenancy.id and s.released_at is null
      and s.unit_id <> (transfer ->> 'unit_id')::bigint order by s.unit_id) as units from tenancy where ${due} order by id`.execute(db);
  const groups = together(rows).map((moves) => ({ id: requiredId(moves[0]?.id, 'the first of moves that wait for one another'), moves }));
  return processDueRows(db, groups, (tx, { moves }) => goOver(asClock(tx, 'scheduled job maintains tenancies'), moves));
}

async function goOver(ctx: Ctx, moves: readonly Due[]): Promise<void> {
  await homesHeld(ctx, [...new Set(moves.flatMap(({ units, target }) => [...units, target]))]);
  let going: { row: TenancyRow; plan: Plan; empty: boolean; units: readonly number[] }[] = [];
  for (const { id, target, units } of [...moves].sort((a, b) => a.id - b.id)) {
    const row = await lockTenancy(ctx, id);
    const plan = readTransferPlan(row);
    // A concurrent request carried out, withdrew or postponed the transfer.
    if (plan?.unit_id !== target || plan.on > clock.today()) continue;
    const starts = await readStayStart(ctx, { tenancyId: id, unitId: target });
    const empty = (await lockUnit(ctx, target)).status === 'ordered' && starts !== null && starts <= clock.today();
    going.push({ row, plan, empty, units });
  }
  const due = going;
  // A transfer is possible if its target unit is empty or is left by another possible transfer. The loop removes the others until none is left to
  // remove.
  for (let before = -1; before !== going.length; ) {
    before = going.length;
    const left = new Set(going.flatMap(({ units }) => units));
    going = going.filter(({ plan, empty }) => empty || left.has(plan.unit_id));
  }
  for (const { row, plan } of going) await vacateUnit(ctx, row.id, addDays(plan.on, -1), plan.after, why);
  for (const { row, plan } of going) await arrive(ctx, row, plan, true);
  for (const { row, plan } of due) if (!going.some((one) => one.row.id === row.id)) await putOff(ctx, row, plan);
}

async function putOff(ctx: Ctx, row: TenancyRow, plan: Plan): Promise<void> {
  const tomorrow = addDays(clock.today(), 1);
  await extendStayAndNotify(ctx, row, tomorrow);
  await updateTenancy(ctx, row, { transfer: JSON.stringify({ ...plan, on: tomorrow }) });
  const there = { ...row, unit_id: plan.unit_id };
  await notifyTenants(ctx, there, 'tenancy.delayed', { day: tomorrow }, clock.today());
  await notifyTenancyManagers(ctx, there, 'tenancy.late', { day: tomorrow }, clock.today());
}
