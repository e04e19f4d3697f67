import { afterAll, vi } from 'vitest';
import { stopClock } from '#contract/time/clock.ts';
import { setLocaleSource } from '../../words/locale.ts';

/** After each file of pure tests: the next one in this process finds the clock, the language and the globals as they come. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  stopClock(null);
  setLocaleSource(() => 'en');
});
