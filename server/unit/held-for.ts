import type { HeldFor } from '#contract/unit/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';

/** The bookings that are written down as the reason of a unit's state, by their code: those the caller sees, as a page says them. */
export async function heldFor(ctx: Ctx, reasons: readonly (string | null)[]): Promise<ReadonlyMap<string, HeldFor>> {
  const codes = [...new Set(reasons.flatMap((reason) => (reason?.startsWith('BKG-') ? [reason] : [])))];
  if (codes.length === 0) return new Map();
  const rows = await lookup('bookingsByCode')(ctx, codes);
  return new Map(rows.map((row) => [row.code, row]));
}
