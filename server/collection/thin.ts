import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { maskedText } from './masked.ts';

const why = 'what arrived is kept without whose number and name stood in it';
/** So long what arrived is kept as it came: M-Pesa itself answers questions about it no longer. */
const thickDays = 90;
const most = 5000;

/** What was worked through long ago stays readable for the books, masked as whoever reads the register sees it. */
export async function thinInbox(db: Db): Promise<number> {
  const rows = await everything(db, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where('thinned_at', 'is', null)
    .where('seen_at', '<', sql<Date>`${clock.now()}::timestamptz - make_interval(days => ${thickDays})`)
    .orderBy('seen_at')
    .limit(most)
    .execute();
  for (const row of rows) await thin(db, row);
  return rows.length;
}
export const thin = (db: Db, { id, body }: { readonly id: number; readonly body: Uint8Array }) =>
  everything(db, 'inbox', why)
    .change()
    .set({ body: Buffer.from(maskedText(body)), thinned_at: clock.now() })
    .where('id', '=', id)
    .execute();
