import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyRate,
  computeOddCents,
  computePartLeavingWholeShillings,
  convertPercentToBasisPoints,
  convertShillingsToCents,
  prorateCents,
  prorateToWholeShillings,
  splitByWeight,
  splitShillings,
  sumCents,
  toCents,
  toDecimalText,
  toPercent,
  toShillings,
  typedAmountToCents,
  typedPercentToBasisPoints,
} from './cents.ts';
import { formatKes, formatKesPlain } from './format.ts';
import { parseMoney } from './parse.ts';

const anAmount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

describe('money: cents', () => {
  test('shillings are converted to cents from the typed digits, without floating-point errors', () => {
    expect([0.29, 1.005, 4.35, 8.165, 1e-7, -1.005, 0].map(convertShillingsToCents)).toEqual([29, 101, 435, 817, 0, -101, 0]);
  });

  test('converting cents to shillings and back does not change the amount', () => {
    fc.assert(
      fc.property(anAmount, (n) => {
        expect(convertShillingsToCents(toShillings(n))).toBe(n);
        expect(convertPercentToBasisPoints(toPercent(n))).toBe(n);
        expect(Number(toDecimalText(n))).toBe(toShillings(n));
      }),
    );
  });

  test('a fraction of a cent or an amount that is too large is rejected', () => {
    for (const n of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => toCents(n)).toThrow(RangeError);
  });
});

describe('money: amounts while typing', () => {
  test('any input gives an amount that can be displayed and calculated', () => {
    for (const typed of [1e13, 1e18, 1e300, Number.POSITIVE_INFINITY, Number('9'.repeat(40))]) {
      expect(typedAmountToCents(typed)).toBe(100_000_000_000_000);
      expect(sumCents(Array<number>(12).fill(typedAmountToCents(-typed)))).toBeLessThan(0);
      expect(typedPercentToBasisPoints(typed)).toBe(typedAmountToCents(typed));
    }
  });
  test('incomplete input counts as zero', () => expect(typedAmountToCents(Number.NaN)).toBe(0));
  test('a complete amount is not changed', () => expect([0.29, 1.005, 45_000, -5].map(typedAmountToCents)).toEqual([29, 101, 4_500_000, -500]));
});

describe('money: rounding', () => {
  test('half a cent is rounded up, and a refund is rounded like its payment', () => {
    expect([
      prorateCents(1, 1, 2),
      prorateCents(3, 1, 2),
      prorateCents(-1, 1, 2),
      applyRate(1050, 50),
      prorateToWholeShillings(150),
      prorateToWholeShillings(149),
    ]).toEqual([1, 2, -1, 5, 200, 100]);
  });

  test('is exact to half a cent, even where floating-point arithmetic is not', () => {
    fc.assert(
      fc.property(anAmount, fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (amount, part, whole) => {
        fc.pre(Math.abs(amount) * (part / whole) < 2 ** 52);
        const twice = 2n * (BigInt(prorateCents(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part));
        expect((twice < 0n ? -twice : twice) <= BigInt(whole)).toBe(true);
        expect(prorateCents(-amount, part, whole) + prorateCents(amount, part, whole)).toBe(0);
      }),
    );
    expect(applyRate(9_007_199_254_740_991, 9_999)).toBe(9_006_298_534_815_517);
  });
});

describe('money: split by weight', () => {
  test('splits a hundred shillings among three equal weights', () => expect(splitByWeight(10_000, [1, 1, 1])).toEqual([3334, 3333, 3333]));
  test('assigns remaining cents by the largest remainder first', () => expect(splitByWeight(100, [1, 2, 4])).toEqual([14, 29, 57]));
  test('rejects missing, zero or negative weights', () => {
    for (const weights of [[], [0, 0], [2, -1]]) expect(() => splitByWeight(1, weights)).toThrow(RangeError);
  });

  test('the parts add up exactly, and each part is within a cent of its exact share', () => {
    fc.assert(
      fc.property(anAmount, fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const total = weights.reduce((n, w) => n + w, 0);
        fc.pre(total > 0);
        const parts = splitByWeight(amount, weights);
        expect(sumCents(parts)).toBe(amount);
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(weights[at] ?? 0);
          expect((off < 0n ? -off : off) < BigInt(total)).toBe(true);
        }
      }),
    );
  });
});

describe('money: whole shillings', () => {
  const some = fc.integer({ min: 0, max: 1_000_000_000 });
  test('a cost is split into parts in whole shillings that add up to the cost', () => {
    fc.assert(
      fc.property(some, fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const parts = splitShillings(amount, weights);
        expect(sumCents(parts)).toBe(prorateToWholeShillings(amount));
        for (const part of parts) expect(computeOddCents(part)).toBe(0);
      }),
    );
  });
  test('an allocation of at least one shilling leaves no odd cents due', () => {
    fc.assert(
      fc.property(some, some, (there, asked) => {
        const part = computePartLeavingWholeShillings(there, asked);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(Math.min(there, asked));
        if (there >= 100) expect(computeOddCents(asked - part)).toBe(0);
        if (there >= asked) expect(part).toBe(asked);
        else expect(there - part).toBeLessThan(100);
      }),
    );
  });
});

describe('money: parsing', () => {
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
  ])('parses %s', (text, amount) => expect(parseMoney(text)).toBe(amount));
  test.each(['', '.', 'abc', '12,34,56', '-5', '1e5', '0.001', '10.001', '10.500', '1.2345678k', '26,000.555', '99999999999999999999'])(
    'rejects %s',
    (text) => expect(parseMoney(text)).toBeNull(),
  );

  test('a decimal number is read exactly or rejected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.stringMatching(/^\d{0,6}$/), (whole, behind) => {
        const read = parseMoney(`${whole}.${behind}`);
        expect(read).toBe(behind.length > 2 ? null : whole * 100 + Number(behind.padEnd(2, '0')));
      }),
    );
  });

  test('a formatted amount equals the Intl format and is parsed to the same amount', () => {
    const intl = new Intl.NumberFormat('en-KE', { style: 'currency', currency: 'KES', currencyDisplay: 'code', minimumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (n) => {
        expect(parseMoney(formatKes(n))).toBe(n);
        expect(parseMoney(formatKesPlain(n))).toBe(n);
        expect(formatKes(n, true)).toBe(intl.format(toShillings(n)));
      }),
    );
    expect(formatKesPlain(-123_456_700)).toBe('-KES 1,234,567');
  });
});
