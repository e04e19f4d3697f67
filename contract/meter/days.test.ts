import { afterEach, expect, test } from 'vitest';
import { stopClock } from '#contract/time/clock.ts';
import { getDefaultReadingDay } from './days.ts';

afterEach(() => stopClock(null));

test('meter reading form: proposes the last day of a past month, or today in the current month', () => {
  stopClock(new Date('2027-03-10T09:00:00Z'));
  expect([getDefaultReadingDay('2027-02'), getDefaultReadingDay('2027-03'), getDefaultReadingDay('2024-02')]).toEqual([
    '2027-02-28',
    '2027-03-10',
    '2024-02-29',
  ]);
});
