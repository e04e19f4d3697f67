import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareLeft } from './share.ts';

test('of two who pay half each, who paid theirs has nothing left and the other all that is', () => {
  const after = { asked: 3_000_000, open: 1_500_000 };
  expect(shareLeft({ ...after, paid: 1_500_000 }, 5_000)).toBe(0);
  expect(shareLeft({ ...after, paid: 0 }, 5_000)).toBe(1_500_000);
});
test('is never more than is open, never below nothing, and whole shillings or all that is open', () => {
  const sums = fc.record({ asked: fc.nat(10_000_000), open: fc.nat(10_000_000), paid: fc.nat(10_000_000) });
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 10_000 }), (of, bp) => {
      const share = shareLeft(of, bp);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(of.open);
      if (bp === 10_000) expect(share).toBe(of.open);
    }),
  );
});
