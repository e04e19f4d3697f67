import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { addDays, countDaysInclusive } from '#contract/time/days.ts';
import { chargeUsageSpan, type TariffTerms } from './charge.ts';
import { buildMeterChargeLines, type ChargeReading, type OccupiedPeriod, type PriorCharge } from './charge-lines.ts';

const first = '2026-10-01';
const plain: TariffTerms = { valid_from: '2026-01-01', bands: [{ upto: null, rate_cents: 130_00 }], fixed_cents: 0, minimum_cents: 0, tax_code: 'A' };
const aTariff = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.nat(50_000), fc.nat(50_000), fc.nat(100_000), fc.nat(300_000)).map(
  ([upto, low, high, fixed_cents, minimum_cents]): TariffTerms => ({
    ...plain,
    bands: [
      { upto, rate_cents: low },
      { upto: null, rate_cents: high },
    ],
    fixed_cents,
    minimum_cents,
  }),
);
const total = (days: readonly number[]) => days.reduce((n, one) => n + one, 0);

const point = (id: number | null, covers: string, used: number, month: string | null, more: Partial<ChargeReading> = {}): ChargeReading => ({
  id,
  meterId: 1,
  covers,
  used,
  month,
  estimated: false,
  ...more,
});
const came = point(null, '2026-09-01', 0, null);
const september = point(1, '2026-09-30', 29_000, '2026-09');
const ann: OccupiedPeriod = { tenancyId: 1, from: '2026-01-01', last: '2026-10-10' };
const ben: OccupiedPeriod = { tenancyId: 2, from: '2026-10-11', last: null };
const asked = { tariffs: [plain], payers: new Set([1, 2]), prior: [] as PriorCharge[], lived: [ann, ben] };

describe('meter charges of a month', () => {
  test('a handover reading splits the usage between the tenancies before and after the handover', () => {
    const points = [came, september, point(2, '2026-10-10', 4_000, '2026-10'), point(3, '2026-10-31', 27_000, '2026-10')];
    const lines = buildMeterChargeLines({ ...asked, points, month: '2026-10' });
    expect(lines.map((one) => [one.tenancyId, one.from, one.last, one.used, one.cents, one.openingId, one.readingId])).toEqual([
      [1, '2026-10-01', '2026-10-10', 4_000, 4 * 130_00, 1, 2],
      [2, '2026-10-11', '2026-10-31', 27_000, 27 * 130_00, 2, 3],
    ]);
  });
  test('usage is split by days between two tenancies without a handover reading', () => {
    const lines = buildMeterChargeLines({ ...asked, points: [came, september, point(3, '2026-10-31', 31_000, '2026-10')], month: '2026-10' });
    expect(lines.map((one) => [one.tenancyId, one.used])).toEqual([
      [1, 10_000],
      [2, 21_000],
    ]);
  });
  test('usage of a vacant unit is charged to no tenant', () => {
    const lines = buildMeterChargeLines({
      ...asked,
      lived: [ann],
      points: [came, september, point(3, '2026-10-31', 31_000, '2026-10')],
      month: '2026-10',
    });
    expect(lines.map((one) => [one.tenancyId, one.used, one.cents])).toEqual([
      [1, 10_000, 10 * 130_00],
      [null, 21_000, 0],
    ]);
  });
  test('a meter installed during the month is charged the standing charge in proportion to days', () => {
    const tariffs = [{ ...plain, fixed_cents: 310_00 }];
    const [line] = buildMeterChargeLines({
      ...asked,
      tariffs,
      lived: [{ ...ann, last: null }],
      points: [point(null, '2026-10-21', 0, null), point(1, '2026-10-31', 0, '2026-10')],
      month: '2026-10',
    });
    expect(line?.cents).toBe(100_00);
  });
  test('a replaced meter and its new meter share one standing charge for the month', () => {
    const tariffs = [{ ...plain, fixed_cents: 310_00 }];
    const points = [
      came,
      september,
      point(2, '2026-10-12', 6_000, '2026-10'),
      point(null, '2026-10-12', 0, null, { meterId: 2 }),
      point(3, '2026-10-31', 9_000, '2026-10', { meterId: 2 }),
    ];
    const [line] = buildMeterChargeLines({ ...asked, tariffs, lived: [{ ...ann, last: null }], points, month: '2026-10' });
    expect(line).toMatchObject({ used: 15_000, cents: 15 * 130_00 + 310_00, readingId: 3, meterId: 2, openingId: 1 });
  });
});

describe('meter corrections of a month', () => {
  test('an estimated reading and the next actual reading cost the same in total, to the cent, as two actual readings', () => {
    fc.assert(
      fc.property(aTariff, fc.nat(90_000), fc.nat(90_000), fc.nat(90_000), (tariff, guess, october, november) => {
        const base = { ...asked, tariffs: [tariff], lived: [{ ...ann, last: null }] };
        const guessed = point(2, '2026-10-31', guess, '2026-10', { estimated: true });
        const one = buildMeterChargeLines({ ...base, points: [came, september, guessed], month: '2026-10' });
        const prior = one.map(({ tenancyId, used, cents }) => ({ tenancyId, used, cents }));
        const read = point(3, '2026-11-30', october + november - guess, '2026-11');
        const two = buildMeterChargeLines({ ...base, points: [came, september, guessed, read], month: '2026-11', prior });
        const at_once = chargeUsageSpan(
          { days: 61, cycles: 2, pieces: [{ who: 1, from: '2026-10-01', last: '2026-11-30', used: october + november }] },
          [tariff],
        );
        expect(sumCents([...one, ...two].map((line) => line.cents))).toBe(at_once[0]?.cents);
        expect(sumCents([...one, ...two].map((line) => line.used))).toBe(october + november);
      }),
    );
  });
  test('repeated billing adds no lines, and a changed reading adds a correction for the difference', () => {
    const points = [came, september, point(3, '2026-10-31', 31_000, '2026-10')];
    const lines = buildMeterChargeLines({ ...asked, points, month: '2026-10' });
    const prior = lines.map(({ tenancyId, used, cents }) => ({ tenancyId, used, cents }));
    expect(buildMeterChargeLines({ ...asked, points, month: '2026-10', prior })).toEqual([]);
    const mended = buildMeterChargeLines({ ...asked, points: [came, september, point(4, '2026-10-31', 28_000, '2026-10')], month: '2026-10', prior });
    expect(sumCents([...lines, ...mended].map((one) => one.used))).toBe(28_000);
    expect(mended.every((one) => one.corrects && one.cents < 0)).toBe(true);
  });
  test('charged usage and vacant usage add up to the metered usage for any move-ins and move-outs', () => {
    const aStay = fc.tuple(fc.integer({ min: -40, max: 45 }), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(
        fc.array(aStay, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
        fc.nat(400_000),
        (stays, handovers, used) => {
          const lived: OccupiedPeriod[] = [];
          for (const [start, long] of [...stays].sort((a, b) => a[0] - b[0])) {
            const from = addDays(first, start);
            if (lived.every((one) => (one.last ?? '9') < from)) lived.push({ tenancyId: lived.length + 1, from, last: addDays(from, long) });
          }
          const days = [...new Set(handovers)].sort((a, b) => a - b);
          const read = days.map((n, i) => point(10 + i, addDays(first, n - 1), Math.floor(used / (days.length + 1)), '2026-10'));
          const points = [came, september, ...read, point(99, '2026-10-31', used - total(read.map((one) => one.used)), '2026-10')];
          const lines = buildMeterChargeLines({ ...asked, lived, payers: new Set([1, 2, 3, 4, 5]), points, month: '2026-10' });
          expect(total(lines.map((one) => one.used))).toBe(used);
          expect(lines.every((one) => one.tenancyId === null || countDaysInclusive(one.from, one.last) > 0)).toBe(true);
        },
      ),
    );
  });
});
