import { expect, test } from 'vitest';
import { computeNextScheduledRun } from './queues.ts';
import { getCronExpression } from './scheduler.ts';

const job = { name: 'a.job', run: async () => undefined };

test('cron: intervals are converted to every minute, every five minutes, hourly or nightly, and other intervals are refused', () => {
  expect(getCronExpression({ ...job, everyMinutes: 1 })).toBe('* * * * *');
  expect(getCronExpression({ ...job, everyMinutes: 5 })).toBe('*/5 * * * *');
  expect(getCronExpression({ ...job, everyMinutes: 60 })).toMatch(/^[0-5]?\d \* \* \* \*$/);
  expect(getCronExpression({ ...job, everyMinutes: 1440 })).toMatch(/^[0-5]?\d [234] \* \* \*$/);
  expect(getCronExpression({ ...job, cron: '30 0 1 * *' })).toBe('30 0 1 * *');
  expect(() => getCronExpression({ ...job, everyMinutes: 7 })).toThrow(/does not divide an hour/);
});

test('cron: uses Nairobi time, where 00:30 on the first of a month is the previous evening in UTC', () => {
  expect(computeNextScheduledRun('30 0 1 * *', new Date('2026-11-15T12:00:00Z'))?.toISOString()).toBe('2026-11-30T21:30:00.000Z');
});
