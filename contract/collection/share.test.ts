import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateRemainingShare } from './share.ts';

test('remaining share of an invoice: of two equal payers, the paid-up payer owes nothing and the second payer owes the rest', () => {
  const after = { asked: 3_000_000, open: 1_500_000 };
  expect(calculateRemainingShare({ ...after, paid: 1_500_000 }, 5_000)).toBe(0);
  expect(calculateRemainingShare({ ...after, paid: 0 }, 5_000)).toBe(1_500_000);
});
test('remaining share of an invoice: lies between zero and the open amount, and a single payer owes the full open amount', () => {
  const sums = fc.record({ asked: fc.nat(10_000_000), open: fc.nat(10_000_000), paid: fc.nat(10_000_000) });
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 10_000 }), (of, bp) => {
      const share = calculateRemainingShare(of, bp);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(of.open);
      if (bp === 10_000) expect(share).toBe(of.open);
    }),
  );
});
