import { type Day, dayOf } from './days.ts';

/**
 * The one place of our TypeScript that knows what time it is; `app.now()` and `app.today()` are its twins in SQL. What only measures how
 * long something takes asks performance.now(), which nobody sets.
 */
let stopped: number | null = null;

export const clock = {
  ms: (): number => stopped ?? Date.now(),
  now: (): Date => new Date(clock.ms()),
  today: (): Day => dayOf(clock.ms()),
};

/** Tests, and the demo when it tells of the past: it stands still at that moment, or runs again. Answers where it stood before. `test/clock.ts` stops the database's with it. */
export const stopClock = (at: Date | null): Date | null => {
  const before = stopped === null ? null : new Date(stopped);
  stopped = at?.getTime() ?? null;
  return before;
};
