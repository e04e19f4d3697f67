import { expect, test } from 'vitest';
import { mergeDurations } from '../../bin/durations.mjs';

const result = (name: string, seconds: number, status = 'passed') => ({
  name: `/clone/${name}`,
  status,
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
});

test('test durations: are averaged with the previous run, include new files and skip failed files', () => {
  const known = { 'test/a.test.ts': 10, 'test/b.test.ts': 4 };
  const report = { testResults: [result('test/a.test.ts', 20), result('test/b.test.ts', 90, 'failed'), result('test/c.test.ts', 1.26)] };
  expect(mergeDurations(known, report, '/clone')).toEqual({ 'test/a.test.ts': 15, 'test/b.test.ts': 4, 'test/c.test.ts': 1.3 });
});
