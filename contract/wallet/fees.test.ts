import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { toWholeShillings } from '#contract/money/cents.ts';
import { calculateLargestPayoutWithFees, getPayoutFee, maxTransferCents, splitIntoTransfers, sumPayoutFees } from './fees.ts';

const bands = [
  { upto: 2_000_000, cents: 900 },
  { upto: 150_000, cents: 500 },
  { upto: 25_000_000, cents: 1300 },
];
const amount = fc.integer({ min: 0, max: 500_000_000 });

describe('transfer fees', () => {
  test('use the band that contains the amount, whatever the order of bands, and the highest band for larger amounts', () => {
    expect([1, 150_000, 150_001, 2_000_000, 25_000_000, 99_000_000].map((n) => getPayoutFee(bands, n))).toEqual([500, 500, 900, 900, 1300, 1300]);
    expect(getPayoutFee([], 100)).toBe(0);
  });
  test('an M-Pesa payout is split into parts of at most KES 250,000, and a bank transfer is not split', () => {
    fc.assert(
      fc.property(amount, (n) => {
        const parts = splitIntoTransfers(n, 'mpesa');
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(n);
        expect(parts.every((part) => part > 0 && part <= maxTransferCents)).toBe(true);
        // M-Pesa rejects a part below its minimum, on every attempt.
        expect(parts.length < 2 || parts.every((part) => part >= mpesaLimits.leastOut)).toBe(true);
        expect(splitIntoTransfers(n, 'bank').length).toBeLessThanOrEqual(1);
      }),
    );
    expect(splitIntoTransfers(25_000_500, 'mpesa')).toEqual([24_999_500, 1000]);
  });
  test('the largest possible payout in whole shillings leaves enough money for its fees', () => {
    fc.assert(
      fc.property(amount, (there) => {
        const sent = calculateLargestPayoutWithFees(bands, there, 'mpesa');
        expect(sent % 100).toBe(0);
        expect(sent === 0 || sent + sumPayoutFees(bands, sent, 'mpesa') <= there).toBe(true);
        // Only the step at the edge of a band, or the cents, are left.
        expect(there - sent - sumPayoutFees(bands, sent, 'mpesa')).toBeLessThanOrEqual(Math.max(2000, there > 0 && sent === 0 ? there : 0));
      }),
    );
    expect([12_345, 99, 0, -5].map(toWholeShillings)).toEqual([12_300, 0, 0, 0]);
  });
});
