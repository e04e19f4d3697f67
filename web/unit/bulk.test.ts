import { expect, test } from 'vitest';
import { typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { findRentProblems } from './bulk.tsx';

const by = (percent: number) => Object.keys(findRentProblems({ rent: { how: 'percent', basis_points: typedPercentToBasisPoints(percent) } }));

test('bulk rent change: allows a decrease by percent, but never to zero or below', () => {
  expect([by(-10), by(-99), by(1000)]).toEqual([[], [], []]);
  expect([by(-99.01), by(-110), by(1001)]).toEqual([['change'], ['change'], ['change']]);
});
