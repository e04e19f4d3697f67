import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from '#contract/time/days.ts';
import { formatPromotionPeriod } from './labels.ts';

test('promotion dates: the last day shown is the chosen end date, although the promotion is stored to end at midnight', () => {
  const days = { starts_at: startOfDay('2026-12-01').toISOString(), ends_at: endOfDay('2026-12-31').toISOString() };
  expect(formatPromotionPeriod(days)).toContain('31 December 2026');
  expect(formatPromotionPeriod(days)).not.toContain('2027');
});
