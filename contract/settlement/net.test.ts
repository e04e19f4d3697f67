import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payoutLineKinds } from './kinds.ts';
import { calculatePayout, explainPayout, isPayoutBalanced, type PayoutInput } from './net.ts';

const bands = [
  { upto: 150_000, cents: 500 },
  { upto: 25_000_000, cents: 1300 },
];
const plain: PayoutInput = { lines: [], total: 0, held: 0, reserve: 0, wanted: null, rail: 'mpesa', bands, feeByPayee: false };
const given: fc.Arbitrary<PayoutInput> = fc.record({
  lines: fc.array(fc.record({ kind: fc.constantFrom(...payoutLineKinds), cents: fc.integer({ min: -5_000_000, max: 50_000_000 }) }), {
    maxLength: 12,
  }),
  total: fc.integer({ min: 0, max: 300_000_000 }),
  held: fc.integer({ min: 0, max: 5_000_000 }),
  reserve: fc.integer({ min: 0, max: 5_000_000 }),
  wanted: fc.option(fc.integer({ min: 100, max: 100_000_000 })),
  rail: fc.constantFrom('bank' as const, 'mpesa' as const),
  bands: fc.constant(bands),
  feeByPayee: fc.boolean(),
});

describe('net amount of a payout', () => {
  test('is in whole shillings, never above the available or requested amount, and states a reason for every retained shilling', () => {
    fc.assert(
      fc.property(given, (one) => {
        const f = calculatePayout(one);
        expect(isPayoutBalanced(f)).toBe(true);
        expect(f.net).toBeGreaterThanOrEqual(0);
        expect(f.net % 100).toBe(0);
        expect(f.net === 0 || (f.net + f.fee <= f.total && f.net + f.fee + one.held + one.reserve <= one.total)).toBe(true);
        // Every retained amount has a reason, down to the cents below a shilling.
        if (one.wanted === null && !one.feeByPayee && f.total >= 0)
          expect(f.left - f.later - f.held - f.reserve).toBe((f.total - f.later - f.held - f.reserve) % 100);
        if (one.wanted !== null) expect(f.net).toBeLessThanOrEqual(one.wanted);
        // Page and PDF have a row for every part; the rows add up to the net amount and the retained amount.
        const why = explainPayout(f);
        const whole = (rows: readonly { readonly cents: number }[]) => rows.reduce((sum, row) => sum + row.cents, 0);
        expect(whole([...why.parts, ...why.off])).toBe(f.net);
        if (f.total >= 0) expect(whole(why.stays)).toBe(f.left);
      }),
    );
  });

  test('is rent less commission, reserve, clearing amounts and cents below one shilling', () => {
    const lines = [
      { kind: 'gross' as const, cents: 4_500_050 },
      { kind: 'commission' as const, cents: -417_600 },
      { kind: 'opening' as const, cents: 30 },
    ];
    const f = calculatePayout({ ...plain, lines, total: 4_082_480, held: 1_000_000, reserve: 200_000 });
    expect(f).toMatchObject({ total: 4_082_480, held: 1_000_000, reserve: 200_000, net: 2_882_400, left: 1_200_080, fee: 0 });
  });

  test('money received after the cut-off and still clearing does not reduce amounts that cleared earlier', () => {
    const lines = [{ kind: 'gross' as const, cents: 1_000_000 }];
    expect(calculatePayout({ ...plain, lines, total: 1_300_000, held: 300_000 })).toMatchObject({ held: 0, net: 1_000_000, left: 0 });
    expect(calculatePayout({ ...plain, lines, total: 1_300_000, held: 400_000, reserve: 50_000 })).toMatchObject({
      held: 100_000,
      reserve: 50_000,
      net: 850_000,
    });
    expect(calculatePayout({ ...plain, lines, total: 1_300_000, held: 100_000, reserve: 250_000 })).toMatchObject({
      held: 0,
      reserve: 50_000,
      net: 950_000,
    });
  });

  test('an amount reversed after the cut-off is not paid out', () =>
    expect(calculatePayout({ ...plain, lines: [{ kind: 'gross', cents: 900_000 }], total: 250_000 })).toMatchObject({
      later: 650_000,
      net: 250_000,
    }));

  test('a payee who bears the transfer fee receives the amount less the fee', () => {
    const lines = [{ kind: 'gross' as const, cents: 1_000_000 }];
    expect(calculatePayout({ ...plain, lines, total: 1_000_000, feeByPayee: true })).toMatchObject({ net: 998_700, fee: 1300, left: 0 });
    expect(calculatePayout({ ...plain, lines, total: 1_000_000, feeByPayee: true, wanted: 500_000 })).toMatchObject({
      net: 500_000,
      fee: 1300,
      left: 498_700,
    });
  });
});
