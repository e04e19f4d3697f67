import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { maskCallbackText } from './masking.ts';

const why = 'scheduled job redacts phone numbers and names in stored M-Pesa messages';
/** Days that inbound events are kept unmasked; after that M-Pesa answers no queries about them. */
const thickDays = 90;
const most = 5000;

/** Old processed events stay readable for bookkeeping, masked as in the register. */
export async function redactOldInboundEvents(db: Db): Promise<number> {
  const rows = await unscopedTable(db, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where('thinned_at', 'is', null)
    .where('seen_at', '<', sql<Date>`${clock.now()}::timestamptz - make_interval(days => ${thickDays})`)
    .orderBy('seen_at')
    .limit(most)
    .execute();
  for (const row of rows) await redactInboundEvent(db, row);
  return rows.length;
}
export const redactInboundEvent = (db: Db, { id, body }: { readonly id: number; readonly body: Uint8Array }) =>
  unscopedTable(db, 'inbox', why)
    .change()
    .set({ body: Buffer.from(maskCallbackText(body)), thinned_at: clock.now() })
    .where('id', '=', id)
    .execute();
