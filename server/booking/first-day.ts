import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import * as stay from '#server/stay/service.ts';
import { readUnitsAvailableFrom } from './homes.ts';
import type { BookingRow } from './rows.ts';

/**
 * The requested start day, or a later one if it has passed, the home is still occupied, or its page states a later date. The applicant does not pay
 * for earlier days.
 */
export async function findEarliestStartDay(ctx: Ctx, { starts_on, listing_id }: BookingRow, homes: readonly number[]): Promise<string> {
  const free = (await readUnitsAvailableFrom(ctx, homes)) ?? '';
  const said = listing_id === null ? '' : await stay.readListingAvailableFrom(ctx, listing_id);
  return [starts_on, clock.today(), free, said].reduce((last, one) => (one > last ? one : last));
}
