import { expect, test } from 'vitest';
import { isOnRemittanceAdvice } from './kinds.ts';

test('remittance advice: does not exist for a payout without a confirmed transfer', () => {
  const sent = (...all: string[]) => all.map((status) => ({ status }));
  expect(isOnRemittanceAdvice('part_failed', sent('failed'))).toBe(false);
  expect(isOnRemittanceAdvice('part_failed', sent('reversed', 'failed'))).toBe(false);
  expect(isOnRemittanceAdvice('part_failed', sent('failed', 'confirmed'))).toBe(true);
  expect(isOnRemittanceAdvice('paid', sent('confirmed'))).toBe(true);
  expect(isOnRemittanceAdvice('draft', [])).toBe(false);
});
