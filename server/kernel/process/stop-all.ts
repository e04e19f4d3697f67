import { setTimeout as delay } from 'node:timers/promises';

/** The time in which all parts together have to stop, and the least time for each part. */
const patience = { all: 25_000, each: 4_000 };

/** Stops one part after the other. A part that hangs is skipped, so that the parts after it (PostgreSQL is the last) are still stopped. */
export async function stopAll(parts: readonly (() => Promise<unknown>)[], say: (line: string) => void, { all, each } = patience): Promise<boolean> {
  const until = performance.now() + all;
  let whole = true;
  for (const stop of parts) {
    const given = new AbortController();
    const stopped = stop().catch((problem) => say(`Error during shutdown: ${problem}`));
    const late = delay(Math.max(each, until - performance.now()), 'late', { signal: given.signal }).catch(() => undefined);
    if ((await Promise.race([stopped, late])) === 'late') {
      say('Error during shutdown: a part did not stop in time.');
      whole = false;
    }
    given.abort();
  }
  return whole;
}
