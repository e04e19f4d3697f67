import { afterAll, expect, test } from 'vitest';
import { stopClock } from '#contract/time/clock.ts';
import { formatDateOmittingCurrentYear } from './format-date-omitting-current-year.ts';

afterAll(() => void stopClock(null));
test('short date: shows the year only for a day of another year', () => {
  stopClock(new Date('2026-11-18T09:00:00Z'));
  expect([
    formatDateOmittingCurrentYear('2026-11-06'),
    formatDateOmittingCurrentYear('2025-11-06'),
    formatDateOmittingCurrentYear('2025-12-31T21:30:00.000Z'),
  ]).toEqual(['6 Nov', '6 Nov 2025', '1 Jan']);
});
