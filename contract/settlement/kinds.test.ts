import { expect, test } from 'vitest';
import { isAdvised } from './kinds.ts';

test('remittance advice: does not exist for a payout without a confirmed transfer', () => {
  const sent = (...all: string[]) => all.map((status) => ({ status }));
  expect(isAdvised('part_failed', sent('failed'))).toBe(false);
  expect(isAdvised('part_failed', sent('reversed', 'failed'))).toBe(false);
  expect(isAdvised('part_failed', sent('failed', 'confirmed'))).toBe(true);
  expect(isAdvised('paid', sent('confirmed'))).toBe(true);
  expect(isAdvised('draft', [])).toBe(false);
});
