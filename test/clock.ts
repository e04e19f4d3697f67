import { sql } from 'kysely';
import { clock, stopClock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import type { House } from './db.ts';

/** Time stands still at that moment for TypeScript and for every connection to the house's database; null lets it run again. */
export async function setClock(house: House, at: string | null): Promise<void> {
  await sql`update app.clock set stopped_at = ${at}::timestamptz`.execute(house.database.db);
  stopClock(at === null ? null : new Date(at));
}

/** For tests that name today again and again: it stays that day to their end, though Nairobi's midnight passes meanwhile. */
export async function standStill(house: House): Promise<Day> {
  await setClock(house, clock.now().toISOString());
  return clock.today();
}
