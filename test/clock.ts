import { sql } from 'kysely';
import { clock, stopClock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import type { TestServices } from './db.ts';

/** Freezes the clock at that moment, in TypeScript and for every connection to the database of these services; null releases it. */
export async function setClock(services: TestServices, at: string | null): Promise<void> {
  await sql`update app.clock set stopped_at = ${at}::timestamptz`.execute(services.database.db);
  stopClock(at === null ? null : new Date(at));
}

/** For tests that use today's date repeatedly: the day stays the same until their end, even if midnight in Nairobi passes during the run. */
export async function freezeClock(services: TestServices): Promise<Day> {
  await setClock(services, clock.now().toISOString());
  return clock.today();
}
