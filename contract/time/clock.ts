import { type Day, toNairobiDay } from './days.ts';

/**
 * The only place in the TypeScript code that reads the time; `app.now()` and `app.today()` are its counterparts in SQL. Code that only measures a
 * duration uses performance.now(), which cannot be stopped.
 */
let stopped: number | null = null;

export const clock = {
  ms: (): number => stopped ?? Date.now(),
  now: (): Date => new Date(clock.ms()),
  today: (): Day => toNairobiDay(clock.ms()),
};

/**
 * Stops the clock at a moment, or restarts it with null; returns where it was stopped before. For tests, and for demo data about the past.
 * `test/clock.ts` stops the database clock too.
 */
export const stopClock = (at: Date | null): Date | null => {
  const before = stopped === null ? null : new Date(stopped);
  stopped = at?.getTime() ?? null;
  return before;
};
