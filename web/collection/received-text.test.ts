import { expect, test } from 'vitest';
import { startOfDay } from '#contract/time/days.ts';
import { formatPaymentReceivedAt } from './received-text.ts';

test('payment date: shows only the day if the time is unknown', () => {
  const created_at = '2026-11-18T08:00:00.000Z';
  expect(formatPaymentReceivedAt({ received_at: startOfDay('2026-11-17').toISOString(), created_at })).toBe('17 November 2026');
  expect(formatPaymentReceivedAt({ received_at: '2026-11-17T07:05:00.000Z', created_at })).toMatch(/^17 November 2026.+10:05/);
  expect(formatPaymentReceivedAt({ received_at: null, created_at })).toMatch(/11:00/);
});
