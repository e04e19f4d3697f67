import { expect, test } from 'vitest';
import { portRangeOf } from '../journeys/host.ts';

test('ports of journey servers: workers that run at the same time have separate ranges below the ports of outgoing connections', () => {
  const ranges = Array.from({ length: 16 }, (_, worker) => portRangeOf(worker + 1)).sort((a, b) => a.first - b.first);
  for (const [at, range] of ranges.entries()) expect(range.first, `worker ${at}`).toBeGreaterThanOrEqual(ranges[at - 1]?.end ?? 1024);
  expect(ranges.at(-1)?.end).toBeLessThanOrEqual(32_768);
});
