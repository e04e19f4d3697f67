import { expect, test } from 'vitest';
import { isAdvised } from './kinds.ts';

test('a payout of which no transfer arrived has no remittance advice', () => {
  const sent = (...all: string[]) => all.map((status) => ({ status }));
  expect(isAdvised('part_failed', sent('failed'))).toBe(false);
  expect(isAdvised('part_failed', sent('reversed', 'failed'))).toBe(false);
  expect(isAdvised('part_failed', sent('failed', 'confirmed'))).toBe(true);
  expect(isAdvised('paid', sent('confirmed'))).toBe(true);
  expect(isAdvised('draft', [])).toBe(false);
});
