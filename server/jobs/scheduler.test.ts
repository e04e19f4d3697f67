import { expect, test } from 'vitest';
import { nextScheduledRun } from './queues.ts';
import { cronExpressionOf } from './scheduler.ts';

const job = { name: 'a.job', run: async () => undefined };

test('cron: intervals are converted to every minute, every five minutes, hourly or nightly, and others are refused', () => {
  expect(cronExpressionOf({ ...job, everyMinutes: 1 })).toBe('* * * * *');
  expect(cronExpressionOf({ ...job, everyMinutes: 5 })).toBe('*/5 * * * *');
  expect(cronExpressionOf({ ...job, everyMinutes: 60 })).toMatch(/^[0-5]?\d \* \* \* \*$/);
  expect(cronExpressionOf({ ...job, everyMinutes: 1440 })).toMatch(/^[0-5]?\d [234] \* \* \*$/);
  expect(cronExpressionOf({ ...job, cron: '30 0 1 * *' })).toBe('30 0 1 * *');
  expect(() => cronExpressionOf({ ...job, everyMinutes: 7 })).toThrow(/does not divide an hour/);
});

test('cron: uses Nairobi time, where 00:30 on the first is the evening before in UTC', () => {
  expect(nextScheduledRun('30 0 1 * *', new Date('2026-11-15T12:00:00Z'))?.toISOString()).toBe('2026-11-30T21:30:00.000Z');
});
