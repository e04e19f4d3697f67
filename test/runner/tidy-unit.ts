import { afterAll, vi } from 'vitest';
import { stopClock } from '#contract/time/clock.ts';
import { setLocaleSource } from '../../words/locale.ts';

/** Resets clock, language and globals after each file of pure tests for the next file of this process. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  stopClock(null);
  setLocaleSource(() => 'en');
});
