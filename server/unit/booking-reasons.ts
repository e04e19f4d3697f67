import type { UnitReservationBooking } from '#contract/unit/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';

/** The bookings recorded as the reason of a unit's state, by code; only those the caller can see. */
export async function readUnitHoldBookings(ctx: Ctx, reasons: readonly (string | null)[]): Promise<ReadonlyMap<string, UnitReservationBooking>> {
  const codes = [...new Set(reasons.flatMap((reason) => (reason?.startsWith('BKG-') ? [reason] : [])))];
  if (codes.length === 0) return new Map();
  const rows = await getLookup('bookingsByCode')(ctx, codes);
  return new Map(rows.map((row) => [row.code, row]));
}
