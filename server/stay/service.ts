import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { type ScopedRow, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { lockUnit, moveUnitBySystem, setUnitLetFrom, vacateReservedUnit } from '#server/unit/service.ts';
import { m } from '#words/messages.js';

/**
 * This module is the only writer of stays. Approving a booking, importing a tenancy or moving one reserves the unit here. A double booking is
 * impossible, because two stays of a unit cannot overlap (constraint `stay_alone`). `to` is the day after the last day; null while no end is agreed.
 */
export type UnitReservation = {
  readonly unitId: number;
  readonly from: string;
  readonly to: string | null;
  readonly bookingId?: number;
  readonly tenancyId?: number;
};
/** Identifies the stay by its booking or tenancy; `handOverStay` turns a booking's stay into its tenancy's. */
export type StayReference = { readonly bookingId: number } | { readonly tenancyId: number; readonly unitId?: number };

const why = 'a record of another module reserves the unit';
const isOverlap = (problem: unknown): boolean => typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23P01';
const reservedRefusal = (free: string | null) =>
  new Refusal('conflict', free === null ? m.stay_refusal_held() : m.stay_refusal_held_until({ day: free }), { free_from: free });

/** The first day on which no stay reserves the unit: null while the current stay has no end, today when the unit has no stay. */
export async function readUnitAvailableFrom(ctx: Pick<Ctx, 'db'>, unitId: number): Promise<string | null> {
  const [row] = await readUnitAvailableDates(ctx, [unitId]);
  return row ? row.free_from : clock.today();
}
/** The first available days of several units; a unit without a stay is not in the result. */
export const readUnitAvailableDates = async (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[]) =>
  (
    await sql<{ unit_id: number; free_from: string | null }>`/* unscoped: availability of a unit for people who see the unit */
      select unit_id, case when bool_or(upper_inf(during)) then null else greatest(max(upper(during)), app.today())::text end as free_from
      from stay where released_at is null and unit_id = any (${unitIds}::bigint[]) group by unit_id`.execute(ctx.db)
  ).rows;

/**
 * The first day on which a listed home is available, today at the earliest. The listing page shows this day, and applications and bids are checked
 * against it.
 */
export async function readListingAvailableFrom(ctx: Pick<Ctx, 'db'>, listingId: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`/* unscoped: the availability date on the public page of a unit */
    select greatest(app.today(), app.offer_from(l.available_from, u.available_from, (select max(upper(s.during)) from stay s
      where s.released_at is null and case when l.unit_id is null then s.property_id = l.property_id else s.unit_id = l.unit_id end)))::text as day
    from listing l left join unit u on u.id = l.unit_id where l.id = ${listingId}`.execute(ctx.db);
  return rows[0]?.day ?? clock.today();
}

/** Reserves a unit that is vacant, or from the day its tenant moves out. The unit row is locked; a vacant unit becomes reserved immediately. */
export async function reserveUnit(ctx: Ctx, { unitId, from, to, bookingId, tenancyId }: UnitReservation, reason: string): Promise<number> {
  const unit = await lockUnit(ctx, unitId);
  // A new tenancy replaces an occupancy that was only reported, without a tenancy behind it.
  const said = unit.status === 'occupied' && unit.occupied_said;
  const takesUp = said && tenancyId !== undefined;
  const free = await readUnitAvailableFrom(ctx, unitId);
  if (said && !takesUp) throw reservedRefusal(null);
  if (!takesUp && unit.status === 'occupied' && (free === null || from < free)) throw reservedRefusal(free);
  if (!['vacant', 'occupied', 'ordered'].includes(unit.status))
    throw new Refusal('wrongState', m.stay_refusal_not_vacant(), { from: unit.status, to: 'ordered' });
  const row = await add(ctx, 'stay')
    .values({
      company_id: unit.company_id,
      property_id: unit.property_id,
      unit_id: unitId,
      booking_id: bookingId ?? null,
      tenancy_id: tenancyId ?? null,
      during: sql<string>`daterange(${from}, ${to}, '[)')`,
      created_by: ctx.me.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((problem: unknown) => {
      throw isOverlap(problem) ? reservedRefusal(free) : problem;
    });
  if (unit.status === 'vacant') await moveUnitBySystem(ctx, unitId, 'order', reason);
  await sayLetFrom(ctx, unitId);
  return row.id;
}

/** Updates the day from which the unit can be let ahead: set when the current tenant leaves on a known day and no later stay exists. */
async function sayLetFrom(ctx: Ctx, unitId: number): Promise<void> {
  const open = await unscopedTable(ctx.db, 'stay', why)
    .select()
    .select(sql<string | null>`upper(during)::text`.as('ends'))
    .where('unit_id', '=', unitId)
    .where('released_at', 'is', null)
    .execute();
  await setUnitLetFrom(ctx, unitId, open.length === 1 ? (open[0]?.ends ?? null) : null);
}

/**
 * The stay that is current or about to begin. A tenant with a future transfer has a stay in the new unit too; that one is selected only by its unit
 * id.
 */
const openOf = (ctx: Pick<Ctx, 'db'>, whose: StayReference) => {
  const open = systemRows(ctx.db, 'stay', why).where('released_at', 'is', null);
  if ('bookingId' in whose) return open.where('booking_id', '=', whose.bookingId);
  const theirs = open.where('tenancy_id', '=', whose.tenancyId);
  if (whose.unitId !== undefined) return theirs.where('unit_id', '=', whose.unitId);
  return theirs.where(sql<boolean>`unit_id is distinct from ${getLookup('nextUnitOf')(sql.ref('stay.tenancy_id'))}`);
};
/** The units that a booking or tenancy reserves, by id: one, or every unit of a whole property. */
export const readStayUnits = async (ctx: Pick<Ctx, 'db'>, whose: StayReference): Promise<number[]> =>
  (await openOf(ctx, whose).select('unit_id').orderBy('unit_id').execute()).map((row) => row.unit_id);
/** The current first day of the stay. */
export const readStayStart = async (ctx: Pick<Ctx, 'db'>, whose: StayReference): Promise<string | null> =>
  (await openOf(ctx, whose).select(sql<string>`lower(during)::text`.as('starts')).executeTakeFirst())?.starts ?? null;

/** Ends the stay of this booking or tenancy. The unit becomes vacant unless another stay reserves it. Without a stay, nothing happens. */
export async function releaseStay(ctx: Ctx, whose: StayReference, reason: string): Promise<void> {
  for (const row of await openOf(ctx, whose).select(['id', 'unit_id']).orderBy('unit_id').execute()) await releaseOne(ctx, row, reason);
}
async function releaseOne(ctx: Ctx, row: ScopedRow<'stay'> & { readonly unit_id: number }, reason: string): Promise<void> {
  await lockUnit(ctx, row.unit_id);
  await sameRow(ctx.db, 'stay', row).change().set({ released_at: clock.now() }).$call(oneRow);
  const other = await unscopedTable(ctx.db, 'stay', why)
    .select()
    .select('id')
    .where('unit_id', '=', row.unit_id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (!other) await vacateReservedUnit(ctx, row.unit_id, reason);
  await sayLetFrom(ctx, row.unit_id);
}

/** Turns the stay of a booking into the stay of the tenancy it became. */
export async function handOverStay(ctx: Pick<Ctx, 'db'>, bookingId: number, tenancyId: number): Promise<void> {
  const { numUpdatedRows } = await unscopedTable(ctx.db, 'stay', why)
    .change()
    .set({ tenancy_id: tenancyId })
    .where('booking_id', '=', bookingId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('notFound', sentence('itemNotFound'));
}

/** The stays of a booking or tenancy with their days, one per unit. */
const daysOf = (ctx: Pick<Ctx, 'db'>, whose: StayReference) =>
  openOf(ctx, whose)
    .select(['id', 'unit_id', sql<string>`lower(during)::text`.as('starts'), sql<string | null>`upper(during)::text`.as('ends')])
    .orderBy('unit_id')
    .execute();
type Days = Awaited<ReturnType<typeof daysOf>>[number];

/**
 * Sets the end of a stay when the move-out is agreed (`to` is the day after the last day), or removes it (null). Returns 409 if the next stay already
 * covers the days.
 */
export async function setStayEnd(ctx: Ctx, whose: StayReference, to: string | null): Promise<void> {
  const rows = await daysOf(ctx, whose);
  if (rows.length === 0) throw new Refusal('notFound', sentence('itemNotFound'));
  for (const row of rows) await endOne(ctx, row, to);
}
async function endOne(ctx: Ctx, row: Days, to: string | null): Promise<void> {
  await lockUnit(ctx, row.unit_id);
  await sameRow(ctx.db, 'stay', row)
    .change()
    .set({ during: sql<string>`daterange(${row.starts}, ${to}, '[)')` })
    .$call(oneRow)
    .catch((problem: unknown) => {
      throw isOverlap(problem) ? new Refusal('conflict', m.stay_refusal_next_holds()) : problem;
    });
  await sayLetFrom(ctx, row.unit_id);
}

/** The stays in these units that were not released and do not belong to this tenancy, earliest first. */
export const readOtherStaysInUnits = (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[], tenancyId: number) =>
  systemRows(ctx.db, 'stay', why)
    .select(['id', 'unit_id', 'tenancy_id', 'booking_id', sql<string>`lower(during)::text`.as('starts')])
    .where('unit_id', 'in', [0, ...unitIds])
    .where('released_at', 'is', null)
    .where(sql<boolean>`tenancy_id is distinct from ${tenancyId}`)
    .orderBy(sql`lower(during)`)
    .execute();

/** Extends the stay of a tenant who has not left by the agreed day until `to` (the day after the last day); later stays begin no earlier. */
export async function extendStayPastMoveOut(ctx: Ctx, tenancyId: number, to: string): Promise<number> {
  let moved = 0;
  for (const row of await daysOf(ctx, { tenancyId })) moved += await pushOne(ctx, row, tenancyId, to);
  return moved;
}
async function pushOne(ctx: Ctx, row: Days, tenancyId: number, to: string): Promise<number> {
  if (row.ends === null || row.ends >= to) return 0;
  await lockUnit(ctx, row.unit_id);
  const after = (await readOtherStaysInUnits(ctx, [row.unit_id], tenancyId)).filter((next) => next.starts < to);
  // The next stay is moved first, because two stays may not overlap even within the transaction.
  for (const next of after)
    await sameRow(ctx.db, 'stay', next)
      .change()
      // A later stay that would already have ended keeps one day; its manager decides what happens to it.
      .set({ during: sql<string>`daterange(${to}::date, greatest(upper(during), case when not upper_inf(during) then ${to}::date + 1 end), '[)')` })
      .$call(oneRow);
  await sameRow(ctx.db, 'stay', row)
    .change()
    .set({ during: sql<string>`daterange(${row.starts}::date, ${to}::date, '[)')` })
    .$call(oneRow);
  await sayLetFrom(ctx, row.unit_id);
  return after.length;
}

/** Ends the stay on that day: the unit becomes vacant, needs work, or is reserved by the next stay. */
export async function vacateUnit(ctx: Ctx, tenancyId: number, last: string, after: 'vacant' | 'works', reason: string): Promise<void> {
  const rows = await daysOf(ctx, { tenancyId });
  if (rows.length === 0) throw new Refusal('notFound', sentence('itemNotFound'));
  for (const row of rows) await vacateOne(ctx, row, { tenancyId, last, after, reason });
}
type Gone = { readonly tenancyId: number; readonly last: string; readonly after: 'vacant' | 'works'; readonly reason: string };
async function vacateOne(ctx: Ctx, row: Days, { tenancyId, last, after, reason }: Gone): Promise<void> {
  await lockUnit(ctx, row.unit_id);
  const gone = [addDays(last, 1), row.ends ?? addDays(last, 1)].sort()[0] ?? last;
  const to = gone > row.starts ? gone : addDays(row.starts, 1);
  await sameRow(ctx.db, 'stay', row)
    .change()
    .set({ released_at: clock.now(), during: sql<string>`daterange(${row.starts}::date, ${to}::date, '[)')` })
    .$call(oneRow);
  const next = await readOtherStaysInUnits(ctx, [row.unit_id], tenancyId);
  await moveUnitBySystem(ctx, row.unit_id, next.length > 0 ? 'vacate_to_order' : after === 'works' ? 'vacate_to_works' : 'vacate', reason);
}

/** Deletes the stays of a tenancy whose import is undone. The caller restores the state of the unit. */
export const deleteStaysOfTenancy = (ctx: Pick<Ctx, 'db'>, tenancyId: number) =>
  unscopedTable(ctx.db, 'stay', why).remove().where('tenancy_id', '=', tenancyId).execute();

/** When a property is sold, its future and current stays move to the new owner's company. */
export const moveStaysToOwner = (ctx: Pick<Ctx, 'db'>, propertyId: number, companyId: number) =>
  unscopedTable(ctx.db, 'stay', why)
    .change()
    .set({ company_id: companyId })
    .where('property_id', '=', propertyId)
    .where('released_at', 'is', null)
    .execute();
