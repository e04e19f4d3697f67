import { expect, test } from 'vitest';
import { endOf, startOf } from '#contract/time/days.ts';
import { daysOf } from './labels.ts';

test('promotion dates: the last day shown is the chosen end date, not the day of the stored end at midnight', () => {
  const days = { starts_at: startOf('2026-12-01').toISOString(), ends_at: endOf('2026-12-31').toISOString() };
  expect(daysOf(days)).toContain('31 December 2026');
  expect(daysOf(days)).not.toContain('2027');
});
