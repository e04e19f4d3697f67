import { expect, test } from 'vitest';
import { endOf, startOf } from '#contract/time/days.ts';
import { daysOf } from './words.ts';

test('a promotion’s last day is the one that was chosen, not the one that begins when it ends', () => {
  const days = { starts_at: startOf('2026-12-01').toISOString(), ends_at: endOf('2026-12-31').toISOString() };
  expect(daysOf(days)).toContain('31 December 2026');
  expect(daysOf(days)).not.toContain('2027');
});
