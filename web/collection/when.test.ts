import { expect, test } from 'vitest';
import { startOf } from '#contract/time/days.ts';
import { whenOf } from './when.ts';

test('of a payment whose hour nobody knows the day is said', () => {
  const created_at = '2026-11-18T08:00:00.000Z';
  expect(whenOf({ received_at: startOf('2026-11-17').toISOString(), created_at })).toBe('17 November 2026');
  expect(whenOf({ received_at: '2026-11-17T07:05:00.000Z', created_at })).toMatch(/^17 November 2026.+10:05/);
  expect(whenOf({ received_at: null, created_at })).toMatch(/11:00/);
});
