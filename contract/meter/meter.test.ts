import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { formatMilliUnits, parseMilliUnits } from './amount.ts';
import { chargeUsageSpan, type TariffBand, type TariffTerms, type UsagePortion } from './charge.ts';
import { calculateUsageBetween, calculateUtilityLoss, estimateReading, evaluateReading, type ReadingFacts } from './reading-rules.ts';

const first = '2026-10-01';
const plain: TariffTerms = { valid_from: '2026-01-01', bands: [{ upto: null, rate_cents: 130_00 }], fixed_cents: 0, minimum_cents: 0, tax_code: 'A' };
const aBands = fc
  .array(fc.record({ wide: fc.integer({ min: 1, max: 40_000 }), rate_cents: fc.integer({ min: 0, max: 50_000 }) }), { minLength: 1, maxLength: 5 })
  .map((rows) => {
    const upto = (at: number) => rows.slice(0, at + 1).reduce((sum, one) => sum + one.wide, 0);
    return rows.map(({ rate_cents }, at): TariffBand => ({ upto: at === rows.length - 1 ? null : upto(at), rate_cents }));
  });
const aTariff = fc.record({
  valid_from: fc.constant('2026-01-01'),
  bands: aBands,
  fixed_cents: fc.integer({ min: 0, max: 100_000 }),
  minimum_cents: fc.integer({ min: 0, max: 300_000 }),
  tax_code: fc.constant('A' as const),
});
/** Random numbers of days, one for each piece. */
const aCut = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const cutAt = (days: readonly number[], used: (days: number, at: number) => number): UsagePortion<number>[] => {
  let from = first;
  return days.map((n, at) => {
    const last = addDays(from, n - 1);
    const piece = { who: at, from, last, used: used(n, at) };
    from = addDays(last, 1);
    return piece;
  });
};
const total = (days: readonly number[]) => days.reduce((n, one) => n + one, 0);

describe('meter dial values', () => {
  test.each([
    ['1234', 1_234_000],
    ['1,234.5', 1_234_500],
    ['123.456', 123_456],
    ['12,5', 12_500],
    ['0.001', 1],
    ['12 345', 12_345_000],
    ['1.2300', 1_230],
  ])('"%s" is accepted', (text, milli) => expect(parseMilliUnits(text)).toBe(milli));
  test.each(['', 'x', '1.2345', '-3', '1e5', '1234567890', '1,23,4', '1.2.3'])('"%s" is rejected', (text) =>
    expect(parseMilliUnits(text)).toBeNull(),
  );
  test('every displayed value is read back unchanged', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (n) => void expect(parseMilliUnits(formatMilliUnits(n))).toBe(n)));
    expect(formatMilliUnits(-1_500)).toBe('\u22121.5');
  });
});

const facts: ReadingFacts = {
  dial: { digits: 4, multiplier: 1 },
  last: { value: 9_990_000, covers: '2026-09-30', estimated: false },
  past: { used: 300_000, days: 30 },
  occupied: true,
  today: '2026-10-31',
};
const at = (value: number, more: object = {}) => ({ value, covers: '2026-10-31', on: '2026-10-31', rolled: false, ...more });

describe('meter reading', () => {
  test('is rejected below the last value, in the future, before the last reading or with more digits than the dial', () => {
    const faults = [
      at(9_989_999),
      at(9_991_000, { on: '2026-11-01', covers: '2026-11-01' }),
      at(9_991_000, { covers: '2026-09-30' }),
      at(10_000_000),
      at(9_990_000, { rolled: true }),
    ];
    expect(faults.map((given) => evaluateReading(facts, given).fault)).toEqual(['lower', 'future', 'order', 'digits', 'not_rolled']);
    expect(evaluateReading({ ...facts, next: { value: 9_995_000, covers: '2026-11-30' } }, at(9_996_000)).fault).toBe('above_next');
  });
  test('is flagged for a rollover, zero usage, unusually high usage or a value below an estimate', () => {
    expect(evaluateReading(facts, at(5_000, { rolled: true }))).toEqual({ fault: null, used: 15_000, flags: ['rollover'] });
    expect(evaluateReading(facts, at(9_990_000))).toEqual({ fault: null, used: 0, flags: ['zero'] });
    expect(evaluateReading({ ...facts, occupied: false }, at(9_990_000))).toMatchObject({ flags: [] });
    const low = { ...facts, last: { ...facts.last, value: 100_000 } };
    // Thirty-one days of ten are 310; three times that is accepted, a thousandth more is flagged.
    expect(evaluateReading(low, at(100_000 + 930_000))).toMatchObject({ flags: [] });
    expect(evaluateReading(low, at(100_000 + 930_001))).toMatchObject({ flags: ['high'] });
    expect(evaluateReading({ ...facts, last: { ...facts.last, estimated: true } }, at(9_980_000))).toEqual({
      fault: null,
      used: -10_000,
      flags: ['lower'],
    });
  });
  test('the usage of any series of readings adds up, also after a dial rollover and with a multiplier', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9_999_999), { minLength: 2, maxLength: 12 }), fc.integer({ min: 1, max: 400 }), (values, multiplier) => {
        const dial = { digits: 4, multiplier };
        const steps = values.slice(1).map((value, i) => calculateUsageBetween(dial, values[i] ?? 0, value, value < (values[i] ?? 0)));
        const rolls = values.slice(1).filter((value, i) => value < (values[i] ?? 0)).length;
        expect(total(steps)).toBe(((values.at(-1) ?? 0) - (values[0] ?? 0) + rolls * 10_000_000) * multiplier);
        expect(steps.every((one) => one >= 0)).toBe(true);
      }),
    );
  });
  test('is estimated from past usage, even across a dial rollover', () => {
    expect(estimateReading(facts.dial, facts.last, facts.past, '2026-10-31')).toEqual({ value: 300_000, rolled: true });
    expect(estimateReading(facts.dial, { ...facts.last, value: 0 }, facts.past, '2026-10-31')).toEqual({ value: 310_000, rolled: false });
    expect(estimateReading(facts.dial, facts.last, { used: 0, days: 0 }, '2026-10-31')).toBeNull();
  });
});

describe('water and electricity tariff', () => {
  test('charges the bands, the standing charge and the minimum', () => {
    const bands = [
      { upto: 6_000, rate_cents: 100_00 },
      { upto: 20_000, rate_cents: 130_00 },
      { upto: null, rate_cents: 200_00 },
    ];
    const one = (used: number, more: Partial<TariffTerms> = {}) =>
      chargeUsageSpan({ days: 31, cycles: 1, pieces: cutAt([31], () => used) }, [{ ...plain, bands, ...more }])[0];
    expect(one(25_500)?.cents).toBe(6 * 100_00 + 14 * 130_00 + 5.5 * 200_00);
    expect(one(2_000, { fixed_cents: 300_00 })?.cents).toBe(500_00);
    expect(one(2_000, { fixed_cents: 300_00, minimum_cents: 800_00 })).toMatchObject({
      cents: 800_00,
      parts: [{ what: 'band' }, { what: 'fixed' }, { what: 'minimum' }],
    });
    expect(one(0)?.cents).toBe(0);
  });
  test('usage of two months billed together is charged with the usage bands of both months', () => {
    const bands = [
      { upto: 6_000, rate_cents: 100_00 },
      { upto: null, rate_cents: 200_00 },
    ];
    expect(chargeUsageSpan({ days: 61, cycles: 2, pieces: cutAt([61], () => 12_000) }, [{ ...plain, bands }])[0]?.cents).toBe(12 * 100_00);
  });
  test('a tariff change within the period splits usage and bands by days', () => {
    const later = { ...plain, valid_from: '2026-10-16', bands: [{ upto: null, rate_cents: 260_00 }] };
    // Thirty days, ten a day: fifteen at each price.
    const [one] = chargeUsageSpan({ days: 30, cycles: 1, pieces: cutAt([30], () => 300_000) }, [plain, later]);
    expect(one?.cents).toBe(150 * 130_00 + 150 * 260_00);
  });
  test('a change to an identical tariff never changes the amount', () => {
    fc.assert(
      fc.property(aTariff, fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 59 }), fc.nat(500_000), (tariff, days, cut, used) => {
        const span = { days, cycles: 1, pieces: cutAt([days], () => used) };
        const again = { ...tariff, valid_from: addDays(first, Math.min(cut, days - 1)) };
        expect(chargeUsageSpan(span, [tariff, again])[0]?.cents).toBe(chargeUsageSpan(span, [tariff])[0]?.cents);
      }),
    );
  });
});

describe('meter charge of a period', () => {
  test('parts of a period with even usage add up to the whole charge to the cent, with any tariff', () => {
    fc.assert(
      fc.property(aTariff, aCut, fc.nat(20_000), fc.integer({ min: 1, max: 4 }), (tariff, cut, aDay, cycles) => {
        const days = total(cut);
        const whole = chargeUsageSpan({ days, cycles, pieces: cutAt([days], () => aDay * days) }, [tariff]);
        const parts = chargeUsageSpan({ days, cycles, pieces: cutAt(cut, (n) => aDay * n) }, [tariff]);
        expect(sumCents(parts.map((one) => one.cents))).toBe(whole[0]?.cents);
      }),
    );
  });
  test('parts of a period at one price add up to the whole charge to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.nat(100_000),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(90_001)), { minLength: 1, maxLength: 8 }),
        (rate_cents, fixed_cents, cut) => {
          const days = total(cut.map(([n]) => n));
          const tariff = { ...plain, bands: [{ upto: null, rate_cents }], fixed_cents };
          const whole = chargeUsageSpan({ days, cycles: 1, pieces: cutAt([days], () => total(cut.map(([, used]) => used))) }, [tariff]);
          const parts = chargeUsageSpan(
            {
              days,
              cycles: 1,
              pieces: cutAt(
                cut.map(([n]) => n),
                (_, i) => cut[i]?.[1] ?? 0,
              ),
            },
            [tariff],
          );
          expect(sumCents(parts.map((one) => one.cents))).toBe(whole[0]?.cents);
          expect(parts.every((one) => one.cents >= 0)).toBe(true);
        },
      ),
    );
  });
  test('more usage never costs less', () => {
    fc.assert(
      fc.property(aTariff, fc.integer({ min: 1, max: 62 }), fc.nat(300_000), fc.nat(300_000), (tariff, days, used, more) => {
        const cost = (n: number) => chargeUsageSpan({ days, cycles: 1, pieces: cutAt([days], () => n) }, [tariff])[0]?.cents ?? 0;
        expect(cost(used + more)).toBeGreaterThanOrEqual(cost(used));
      }),
    );
  });
});

test('water loss: is the purchased quantity less the metered usage', () => {
  expect(calculateUtilityLoss(100_000, 82_000)).toEqual({ lost: 18_000, lost_bp: 1_800 });
  expect(calculateUtilityLoss(100_000, 101_000)).toEqual({ lost: -1_000, lost_bp: -100 });
  expect(calculateUtilityLoss(0, 5)).toBeNull();
});
