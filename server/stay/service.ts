import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { add, everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, type ScopedRow, systemRows } from '#server/kernel/scoped-row.ts';
import { dropOrder, letFrom, moveBySystem, unitHeld } from '#server/unit/service.ts';
import { m } from '#words/messages.js';

/**
 * The only promise of a unit, and the only writer of it: whoever approves a booking, brings a tenancy or moves one holds the unit here, and two
 * holds that overlap cannot be (`stay_alone`). `to` is the day after the last; null while no end is agreed.
 */
export type Hold = {
  readonly unitId: number;
  readonly from: string;
  readonly to: string | null;
  readonly bookingId?: number;
  readonly tenancyId?: number;
};
/** Whose stay is meant; a booking's becomes its tenancy's with `handOver`. */
export type Whose = { readonly bookingId: number } | { readonly tenancyId: number; readonly unitId?: number };

const why = "a promise of a unit, brought about by another room's record";
const isOverlap = (problem: unknown): boolean => typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23P01';
const taken = (free: string | null) =>
  new Refusal('conflict', free === null ? m.stay_refusal_held() : m.stay_refusal_held_until({ day: free }), { free_from: free });

/** From which day on nothing holds the unit; null while whoever is in it has no end. Today where nobody is. */
export async function freeFrom(ctx: Pick<Ctx, 'db'>, unitId: number): Promise<string | null> {
  const [row] = await freeFromMany(ctx, [unitId]);
  return row ? row.free_from : clock.today();
}
/** The same for many; a unit that no stay holds is not among them. */
export const freeFromMany = async (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[]) =>
  (
    await sql<{ unit_id: number; free_from: string | null }>`/* all: whether a unit is free, for whoever sees the unit */
      select unit_id, case when bool_or(upper_inf(during)) then null else greatest(max(upper(during)), app.today())::text end as free_from
      from stay where released_at is null and unit_id = any (${unitIds}::bigint[]) group by unit_id`.execute(ctx.db)
  ).rows;

/** From which day on an offered home can be had: what its page says, and whoever applies or bids for it is held to. Today at the earliest. */
export async function offerFrom(ctx: Pick<Ctx, 'db'>, listingId: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`/* all: from when a home can be had, as its public page says it */
    select greatest(app.today(), app.offer_from(l.available_from, u.available_from, (select max(upper(s.during)) from stay s
      where s.released_at is null and case when l.unit_id is null then s.property_id = l.property_id else s.unit_id = l.unit_id end)))::text as day
    from listing l left join unit u on u.id = l.unit_id where l.id = ${listingId}`.execute(ctx.db);
  return rows[0]?.day ?? clock.today();
}

/** Holds a unit that is vacant, or from the day its tenant leaves. The unit is locked; a vacant one is reserved from now on. */
export async function hold(ctx: Ctx, { unitId, from, to, bookingId, tenancyId }: Hold, reason: string): Promise<number> {
  const unit = await unitHeld(ctx, unitId);
  // A tenancy of a unit of which only somebody said that it is lived in takes its place.
  const said = unit.status === 'occupied' && unit.occupied_said;
  const takesUp = said && tenancyId !== undefined;
  const free = await freeFrom(ctx, unitId);
  if (said && !takesUp) throw taken(null);
  if (!takesUp && unit.status === 'occupied' && (free === null || from < free)) throw taken(free);
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
      throw isOverlap(problem) ? taken(free) : problem;
    });
  if (unit.status === 'vacant') await moveBySystem(ctx, unitId, 'order', reason);
  await sayLetFrom(ctx, unitId);
  return row.id;
}

/** What the unit says of letting ahead: where whoever lives there leaves on a known day and nobody holds it after them, that day. */
async function sayLetFrom(ctx: Ctx, unitId: number): Promise<void> {
  const open = await everything(ctx.db, 'stay', why)
    .select()
    .select(sql<string | null>`upper(during)::text`.as('ends'))
    .where('unit_id', '=', unitId)
    .where('released_at', 'is', null)
    .execute();
  await letFrom(ctx, unitId, open.length === 1 ? (open[0]?.ends ?? null) : null);
}

/** What they are in, or are to move into: who moves to another unit on a day to come holds that one too, and is meant only by name. */
const openOf = (ctx: Pick<Ctx, 'db'>, whose: Whose) => {
  const open = systemRows(ctx.db, 'stay', why).where('released_at', 'is', null);
  if ('bookingId' in whose) return open.where('booking_id', '=', whose.bookingId);
  const theirs = open.where('tenancy_id', '=', whose.tenancyId);
  if (whose.unitId !== undefined) return theirs.where('unit_id', '=', whose.unitId);
  return theirs.where(sql<boolean>`unit_id is distinct from ${lookup('nextUnitOf')(sql.ref('stay.tenancy_id'))}`);
};
/** The units somebody holds, by id: one, or every one of a whole property. */
export const unitsIn = async (ctx: Pick<Ctx, 'db'>, whose: Whose): Promise<number[]> =>
  (await openOf(ctx, whose).select('unit_id').orderBy('unit_id').execute()).map((row) => row.unit_id);
/** Its first day, as it stands now. */
export const startsOf = async (ctx: Pick<Ctx, 'db'>, whose: Whose): Promise<string | null> =>
  (await openOf(ctx, whose).select(sql<string>`lower(during)::text`.as('starts')).executeTakeFirst())?.starts ?? null;

/** Their own stay goes; the unit is vacant again unless somebody else holds it too. Without a stay nothing happens. */
export async function release(ctx: Ctx, whose: Whose, reason: string): Promise<void> {
  for (const row of await openOf(ctx, whose).select(['id', 'unit_id']).orderBy('unit_id').execute()) await releaseOne(ctx, row, reason);
}
async function releaseOne(ctx: Ctx, row: ScopedRow<'stay'> & { readonly unit_id: number }, reason: string): Promise<void> {
  await unitHeld(ctx, row.unit_id);
  await itself(ctx.db, 'stay', row).change().set({ released_at: clock.now() }).$call(oneRow);
  const other = await everything(ctx.db, 'stay', why)
    .select()
    .select('id')
    .where('unit_id', '=', row.unit_id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (!other) await dropOrder(ctx, row.unit_id, reason);
  await sayLetFrom(ctx, row.unit_id);
}

/** What was held for a booking is held for the tenancy it became. */
export async function handOver(ctx: Pick<Ctx, 'db'>, bookingId: number, tenancyId: number): Promise<void> {
  const { numUpdatedRows } = await everything(ctx.db, 'stay', why)
    .change()
    .set({ tenancy_id: tenancyId })
    .where('booking_id', '=', bookingId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('notFound', sentence('itemNotFound'));
}

/** What somebody holds, with its days, unit by unit. */
const daysOf = (ctx: Pick<Ctx, 'db'>, whose: Whose) =>
  openOf(ctx, whose)
    .select(['id', 'unit_id', sql<string>`lower(during)::text`.as('starts'), sql<string | null>`upper(during)::text`.as('ends')])
    .orderBy('unit_id')
    .execute();
type Days = Awaited<ReturnType<typeof daysOf>>[number];

/** Leaving was agreed (`to`: the day after the last), or taken back (null): 409 where the next one holds the days already. */
export async function endOn(ctx: Ctx, whose: Whose, to: string | null): Promise<void> {
  const rows = await daysOf(ctx, whose);
  if (rows.length === 0) throw new Refusal('notFound', sentence('itemNotFound'));
  for (const row of rows) await endOne(ctx, row, to);
}
async function endOne(ctx: Ctx, row: Days, to: string | null): Promise<void> {
  await unitHeld(ctx, row.unit_id);
  await itself(ctx.db, 'stay', row)
    .change()
    .set({ during: sql<string>`daterange(${row.starts}, ${to}, '[)')` })
    .$call(oneRow)
    .catch((problem: unknown) => {
      throw isOverlap(problem) ? new Refusal('conflict', m.stay_refusal_next_holds()) : problem;
    });
  await sayLetFrom(ctx, row.unit_id);
}

/** Whether somebody else holds a unit after them. */
export const nextHolds = (ctx: Pick<Ctx, 'db'>, unitIds: readonly number[], tenancyId: number) =>
  systemRows(ctx.db, 'stay', why)
    .select(['id', 'unit_id', 'tenancy_id', 'booking_id', sql<string>`lower(during)::text`.as('starts')])
    .where('unit_id', 'in', [0, ...unitIds])
    .where('released_at', 'is', null)
    .where(sql<boolean>`tenancy_id is distinct from ${tenancyId}`)
    .orderBy(sql`lower(during)`)
    .execute();

/** Somebody has not gone on their day: their stay lasts until `to` (the day after the last), and those after them begin no earlier. */
export async function pushOn(ctx: Ctx, tenancyId: number, to: string): Promise<number> {
  let moved = 0;
  for (const row of await daysOf(ctx, { tenancyId })) moved += await pushOne(ctx, row, tenancyId, to);
  return moved;
}
async function pushOne(ctx: Ctx, row: Days, tenancyId: number, to: string): Promise<number> {
  if (row.ends === null || row.ends >= to) return 0;
  await unitHeld(ctx, row.unit_id);
  const after = (await nextHolds(ctx, [row.unit_id], tenancyId)).filter((next) => next.starts < to);
  // The next first: two that overlap cannot be, not even for a moment.
  for (const next of after)
    await itself(ctx.db, 'stay', next)
      .change()
      // One that would be over by then has its day all the same: whoever comes next decides what becomes of it.
      .set({ during: sql<string>`daterange(${to}::date, greatest(upper(during), case when not upper_inf(during) then ${to}::date + 1 end), '[)')` })
      .$call(oneRow);
  await itself(ctx.db, 'stay', row)
    .change()
    .set({ during: sql<string>`daterange(${row.starts}::date, ${to}::date, '[)')` })
    .$call(oneRow);
  await sayLetFrom(ctx, row.unit_id);
  return after.length;
}

/** They have gone, on that day: the unit is free, has work to be done, or is the next one's. */
export async function vacated(ctx: Ctx, tenancyId: number, last: string, after: 'vacant' | 'works', reason: string): Promise<void> {
  const rows = await daysOf(ctx, { tenancyId });
  if (rows.length === 0) throw new Refusal('notFound', sentence('itemNotFound'));
  for (const row of rows) await vacateOne(ctx, row, { tenancyId, last, after, reason });
}
type Gone = { readonly tenancyId: number; readonly last: string; readonly after: 'vacant' | 'works'; readonly reason: string };
async function vacateOne(ctx: Ctx, row: Days, { tenancyId, last, after, reason }: Gone): Promise<void> {
  await unitHeld(ctx, row.unit_id);
  const gone = [addDays(last, 1), row.ends ?? addDays(last, 1)].sort()[0] ?? last;
  const to = gone > row.starts ? gone : addDays(row.starts, 1);
  await itself(ctx.db, 'stay', row)
    .change()
    .set({ released_at: clock.now(), during: sql<string>`daterange(${row.starts}::date, ${to}::date, '[)')` })
    .$call(oneRow);
  const next = await nextHolds(ctx, [row.unit_id], tenancyId);
  await moveBySystem(ctx, row.unit_id, next.length > 0 ? 'vacate_to_order' : after === 'works' ? 'vacate_to_works' : 'vacate', reason);
}

/** What was brought by mistake is taken back: it was never promised. The unit's own state is for whoever takes it back. */
export const neverWas = (ctx: Pick<Ctx, 'db'>, tenancyId: number) =>
  everything(ctx.db, 'stay', why).remove().where('tenancy_id', '=', tenancyId).execute();

/** A property has another holder: what is promised of its units is promised by them. */
export const stayFollows = (ctx: Pick<Ctx, 'db'>, propertyId: number, companyId: number) =>
  everything(ctx.db, 'stay', why)
    .change()
    .set({ company_id: companyId })
    .where('property_id', '=', propertyId)
    .where('released_at', 'is', null)
    .execute();
