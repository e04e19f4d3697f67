import { type RawBuilder, sql } from 'kysely';
import type { BookingFreezeReason } from '#contract/booking/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readUnitAvailableFrom } from '#server/stay/service.ts';
import { lockUnit, readUnitIdsOfProperty } from '#server/unit/service.ts';

type OfHomes = { readonly unit_id: number; readonly property_id: number; readonly whole: boolean };

/** The units of a booking: its own unit, or every unit of its property. They are ordered by id, the order in which they are locked. */
export const readBookedUnits = async (ctx: Pick<Ctx, 'db'>, { unit_id, property_id, whole }: OfHomes): Promise<readonly number[]> =>
  whole ? readUnitIdsOfProperty(ctx, property_id) : [unit_id];

/** Locks all units of a booking; this comes before the booking is locked. */
export async function lockBookedUnits(ctx: Ctx, row: OfHomes) {
  const held = [];
  for (const id of await readBookedUnits(ctx, row)) held.push(await lockUnit(ctx, id));
  if (held.length === 0) throw new Refusal('notFound', sentence('itemNotFound'));
  return held;
}

/** Bookings for one of these units, alone or with the whole property. */
export const isBookingForUnitsSql = (
  unitIds: readonly number[],
): RawBuilder<boolean> => sql<boolean>`(booking.unit_id = any (${[...unitIds]}::bigint[])
  or (booking.whole and booking.property_id in (select property_id from unit where id = any (${[...unitIds]}::bigint[]))))`;

/**
 * Whether a unit of the booking has one of these statuses; for queries over `booking`. Two separate conditions, so that a booking of one unit does
 * not read the whole property.
 */
export const hasUnitInStatusSql = (...statuses: readonly string[]): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from unit w where w.id = booking.unit_id and w.status = any (${[...statuses]}::text[]))
  or (booking.whole and exists (select 1 from unit w
    where w.property_id = booking.property_id and w.deleted_at is null and w.status = any (${[...statuses]}::text[]))))`;

/** Whether the platform froze a unit, the property or the listing of a booking; for queries over `booking` that join `property` and `listing`. */
const frozenByPlatformSql = sql<boolean>`(${hasUnitInStatusSql('stall')} or property.stalled or listing.paused_by is not distinct from 'platform')`;
/** Maintenance, or a hold by the manager, delays only the decision: an applicant can pay for a unit that was promised. */
const frozenByWorksSql = sql<boolean>`(booking.status = 'await_screening' and ${hasUnitInStatusSql('maintenance', 'onhold')})`;
/** Why a frozen booking is frozen. A freeze by the platform takes priority over maintenance of another unit. */
export const bookingFreezeReasonSql = sql<BookingFreezeReason>`case when ${frozenByWorksSql} and not ${frozenByPlatformSql} then 'works' else 'platform' end`;
export const isBookingFrozenSql = sql<boolean>`(${frozenByWorksSql} or ${frozenByPlatformSql})`;

/** The date from which all units are available, today at the earliest; null while an occupancy has no end. */
export async function readUnitsAvailableFrom(ctx: Pick<Ctx, 'db'>, unitIds: readonly number[]): Promise<string | null> {
  let last = clock.today();
  for (const id of unitIds) {
    const free = await readUnitAvailableFrom(ctx, id);
    if (free === null) return null;
    if (free > last) last = free;
  }
  return last;
}
