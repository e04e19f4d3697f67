import { afterAll, beforeAll } from 'vitest';
import { stopClock } from '#contract/time/clock.ts';
import { closeServices } from '#test/db.ts';

/** Before and after each file of tests that share a process. */
beforeAll(() => stopClock(null));
afterAll(async () => {
  // The next file may read the clock while it is loaded.
  stopClock(null);
  await closeServices();
});
