import { sql } from 'kysely';
import { stopClock } from '#contract/time/clock.ts';
import type { House } from './db.ts';

/** Time stands still at that moment for TypeScript and for every connection to the house's database; null lets it run again. */
export async function setClock(house: House, at: string | null): Promise<void> {
  await sql`update app.clock set stopped_at = ${at}::timestamptz`.execute(house.database.db);
  stopClock(at === null ? null : new Date(at));
}
