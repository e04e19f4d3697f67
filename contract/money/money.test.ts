import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cents,
  decimal,
  fromPercent,
  fromShillings,
  leavingWhole,
  oddCents,
  portion,
  share,
  split,
  splitShillings,
  sum,
  toPercent,
  toShillings,
  typedCents,
  typedPoints,
  wholeShillings,
} from './cents.ts';
import { kes, kesPlain } from './format.ts';
import { parseMoney } from './parse.ts';

const anAmount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

describe('whole cents', () => {
  test('by the digits that were typed, not by what a double makes of them', () => {
    expect([0.29, 1.005, 4.35, 8.165, 1e-7, -1.005, 0].map(fromShillings)).toEqual([29, 101, 435, 817, 0, -101, 0]);
  });

  test('there and back', () => {
    fc.assert(
      fc.property(anAmount, (n) => {
        expect(fromShillings(toShillings(n))).toBe(n);
        expect(fromPercent(toPercent(n))).toBe(n);
        expect(Number(decimal(n))).toBe(toShillings(n));
      }),
    );
  });

  test('nothing that is not whole, or too large', () => {
    for (const n of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => cents(n)).toThrow(RangeError);
  });
});

describe('as it is being typed', () => {
  test('whatever that is, it can be shown and calculated with', () => {
    for (const typed of [1e13, 1e18, 1e300, Number.POSITIVE_INFINITY, Number('9'.repeat(40))]) {
      expect(typedCents(typed)).toBe(100_000_000_000_000);
      expect(sum(Array<number>(12).fill(typedCents(-typed)))).toBeLessThan(0);
      expect(typedPoints(typed)).toBe(typedCents(typed));
    }
  });
  test('what is no number yet is nothing yet', () => expect(typedCents(Number.NaN)).toBe(0));
  test('what is an amount is that amount', () => expect([0.29, 1.005, 45_000, -5].map(typedCents)).toEqual([29, 101, 4_500_000, -500]));
});

describe('one rounding', () => {
  test('half a cent goes up, and a refund mirrors what was paid', () => {
    expect([portion(1, 1, 2), portion(3, 1, 2), portion(-1, 1, 2), share(1050, 50), wholeShillings(150), wholeShillings(149)]).toEqual([
      1, 2, -1, 5, 200, 100,
    ]);
  });

  test('never off by more than half a cent, also where a double would be', () => {
    fc.assert(
      fc.property(anAmount, fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (amount, part, whole) => {
        fc.pre(Math.abs(amount) * (part / whole) < 2 ** 52);
        const twice = 2n * (BigInt(portion(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part));
        expect((twice < 0n ? -twice : twice) <= BigInt(whole)).toBe(true);
        expect(portion(-amount, part, whole) + portion(amount, part, whole)).toBe(0);
      }),
    );
    expect(share(9_007_199_254_740_991, 9_999)).toBe(9_006_298_534_815_517);
  });
});

describe('split', () => {
  test('a hundred shillings among three', () => expect(split(10_000, [1, 1, 1])).toEqual([3334, 3333, 3333]));
  test('the largest remainder first', () => expect(split(100, [1, 2, 4])).toEqual([14, 29, 57]));
  test('between nobody', () => {
    for (const weights of [[], [0, 0], [2, -1]]) expect(() => split(1, weights)).toThrow(RangeError);
  });

  test('sums exactly, and nobody is a whole cent from their due', () => {
    fc.assert(
      fc.property(anAmount, fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const total = weights.reduce((n, w) => n + w, 0);
        fc.pre(total > 0);
        const parts = split(amount, weights);
        expect(sum(parts)).toBe(amount);
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(weights[at] ?? 0);
          expect((off < 0n ? -off : off) < BigInt(total)).toBe(true);
        }
      }),
    );
  });
});

describe('whole shillings', () => {
  const some = fc.integer({ min: 0, max: 1_000_000_000 });
  test('a cost in parts that make it, none of them with cents', () => {
    fc.assert(
      fc.property(some, fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const parts = splitShillings(amount, weights);
        expect(sum(parts)).toBe(wholeShillings(amount));
        for (const part of parts) expect(oddCents(part)).toBe(0);
      }),
    );
  });
  test('what is put to something leaves none with cents, unless nothing can be put', () => {
    fc.assert(
      fc.property(some, some, (there, asked) => {
        const part = leavingWhole(there, asked);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(Math.min(there, asked));
        if (there >= 100) expect(oddCents(asked - part)).toBe(0);
        if (there >= asked) expect(part).toBe(asked);
        else expect(there - part).toBeLessThan(100);
      }),
    );
  });
});

describe('as people write it', () => {
  test.each([
    ['KES 45,000/=', 4_500_000],
    ['45k', 4_500_000],
    ['KSh 16.5k', 1_650_000],
    ['1.2M', 120_000_000],
    ['16.500,50', 1_650_050],
    ['45,000 per month', 4_500_000],
    ['0.29', 29],
    ['45k sh', 4_500_000],
    ['45k shs.', 4_500_000],
    ['1.2m/=', 120_000_000],
    ['45k ksh', 4_500_000],
    ['45 k sh', 4_500],
    ['45ksh', 4_500],
  ])('%s', (text, amount) => expect(parseMoney(text)).toBe(amount));
  test.each(['', '.', 'abc', '12,34,56', '-5', '1e5', '0.001', '10.001', '10.500', '1.2345678k', '26,000.555', '99999999999999999999'])(
    '%s is no amount',
    (text) => expect(parseMoney(text)).toBeNull(),
  );

  test('a point and what stands behind it are taken as they are, or nothing is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.stringMatching(/^\d{0,6}$/), (whole, behind) => {
        const read = parseMoney(`${whole}.${behind}`);
        expect(read).toBe(behind.length > 2 ? null : whole * 100 + Number(behind.padEnd(2, '0')));
      }),
    );
  });

  test('what is written can be read again, and reads as Intl would write it', () => {
    const intl = new Intl.NumberFormat('en-KE', { style: 'currency', currency: 'KES', currencyDisplay: 'code', minimumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (n) => {
        expect(parseMoney(kes(n))).toBe(n);
        expect(parseMoney(kesPlain(n))).toBe(n);
        expect(kes(n, true)).toBe(intl.format(toShillings(n)));
      }),
    );
    expect(kesPlain(-123_456_700)).toBe('-KES 1,234,567');
  });
});
