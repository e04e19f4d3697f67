import { expect, test } from 'vitest';
import { typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { findBulkRentProblems } from './bulk.tsx';

const by = (percent: number) => Object.keys(findBulkRentProblems({ rent: { how: 'percent', basis_points: typedPercentToBasisPoints(percent) } }));

test('bulk rent change: allows a decrease of at most 99 percent and an increase of at most 1,000 percent', () => {
  expect([by(-10), by(-99), by(1000)]).toEqual([[], [], []]);
  expect([by(-99.01), by(-110), by(1001)]).toEqual([['change'], ['change'], ['change']]);
});
