import { expect, test } from 'vitest';
import { findEarlierPayment } from './duplicates.ts';

const earlier = { id: 1, code: 'PAY-84SZER', how: 'cash', cents: 70_000, on: '2027-03-03' };
const given = { cents: 70_000, on: '2027-03-04' } as const;

test('probable duplicate: cash is compared with earlier cash although a reference was typed before the method changed to cash', () => {
  expect(findEarlierPayment([earlier], { ...given, how: 'cash', external: 'FT99' })).toBe(earlier);
  expect(findEarlierPayment([{ ...earlier, how: 'bank' }], { ...given, how: 'bank', external: 'FT99' })).toBeUndefined();
});
