import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from '#contract/time/days.ts';
import { promotionDaysText } from './labels.ts';

test('promotion dates: the last day shown is the chosen end date, not the day of the stored end at midnight', () => {
  const days = { starts_at: startOfDay('2026-12-01').toISOString(), ends_at: endOfDay('2026-12-31').toISOString() };
  expect(promotionDaysText(days)).toContain('31 December 2026');
  expect(promotionDaysText(days)).not.toContain('2027');
});
