import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { addDays, addMonths, monthEnd, monthStart } from '#contract/time/days.ts';
import { calculateLateFeesDue, type LateFeeTier, toAgeBucket } from './fees.ts';
import { invoiceLineKinds, invoiceTaxCodes } from './kinds.ts';
import { calculateInvoiceDraft, calculateInvoiceLine, getOpenLineAmount } from './lines.ts';
import { calculateMonthCharges, type RentMonthInput } from './month.ts';
import { calculateTax, getTaxRate, sumTaxes } from './tax.ts';

const aLine = fc
  .record({
    kind: fc.constantFrom(...invoiceLineKinds.filter((kind) => kind !== 'rounding')),
    qty: fc.integer({ min: 1, max: 40 }),
    unit: fc.integer({ min: 1, max: 50_000_000 }),
    tax_code: fc.constantFrom(...invoiceTaxCodes),
  })
  .map(({ kind, qty, unit, tax_code }) =>
    calculateInvoiceLine({ kind, qty, unit_cents: kind === 'discount' ? -unit : unit, tax_code }, '2026-11-01'),
  );
const lines = fc.array(aLine, { minLength: 1, maxLength: 12 });

describe('invoice draft', () => {
  test('rounds the total to whole shillings, and the open amounts of its lines add up to the total', () => {
    fc.assert(
      fc.property(lines, (asked) => {
        const draft = calculateInvoiceDraft(asked);
        const exact = sumCents(asked.map((line) => line.cents));
        if (!draft) {
          expect(exact).toBeLessThan(0);
          return;
        }
        expect(sumCents(draft.lines.map((line) => line.cents))).toBe(draft.total_cents);
        expect(draft.total_cents % 100).toBe(0);
        expect(Math.abs(draft.total_cents - exact)).toBeLessThanOrEqual(50);
        expect(draft.lines.filter((line) => line.kind === 'rounding').length).toBeLessThanOrEqual(1);
        expect(draft.tax_cents).toBe(sumCents(asked.map((line) => line.tax_cents)));
        const open = draft.lines.map((line) => getOpenLineAmount({ ...line, paid_cents: 0, credited_cents: 0 }));
        expect(sumCents(open)).toBe(draft.total_cents);
        for (const left of open) expect(left).toBeGreaterThanOrEqual(0);
        expect(draft.deposit_cents).toBeLessThanOrEqual(draft.total_cents);
      }),
    );
  });
  test('deducts a discount from rent first and from a deposit last', () => {
    const draft = calculateInvoiceDraft([
      calculateInvoiceLine({ kind: 'deposit', unit_cents: 500_000 }, '2026-11-01'),
      calculateInvoiceLine({ kind: 'service', unit_cents: 20_000 }, '2026-11-01'),
      calculateInvoiceLine({ kind: 'rent', unit_cents: 100_000 }, '2026-11-01'),
      calculateInvoiceLine({ kind: 'discount', unit_cents: -110_000 }, '2026-11-01'),
    ]);
    expect(draft?.lines.map((line) => line.off_cents)).toEqual([0, 10_000, 100_000, 0]);
    expect(draft?.deposit_cents).toBe(500_000);
  });
  test('deducts rounding from other charges, so that the rent on which commission is calculated keeps its cents', () => {
    const draft = calculateInvoiceDraft([
      calculateInvoiceLine({ kind: 'rent', unit_cents: 2_500_000 }, '2026-11-01'),
      calculateInvoiceLine({ kind: 'water', unit_cents: 123_416 }, '2026-11-01'),
      calculateInvoiceLine({ kind: 'discount', unit_cents: -100_000 }, '2026-11-01'),
    ]);
    expect(draft?.total_cents).toBe(2_523_400);
    expect(draft?.lines.map((line) => [line.kind, line.off_cents])).toEqual([
      ['rent', 100_000],
      ['water', 16],
      ['discount', 0],
      ['rounding', 0],
    ]);
    const rentOnly = calculateInvoiceDraft([calculateInvoiceLine({ kind: 'rent', unit_cents: 2_500_016 }, '2026-11-01')]);
    expect(rentOnly?.lines.map((line) => line.off_cents)).toEqual([16, 0]);
  });
  test('is not created when the discounts exceed the charges', () =>
    expect(
      calculateInvoiceDraft([
        calculateInvoiceLine({ kind: 'rent', unit_cents: 100 }, '2026-11-01'),
        calculateInvoiceLine({ kind: 'discount', unit_cents: -5_000 }, '2026-11-01'),
      ]),
    ).toBeNull());
});

describe('invoice tax', () => {
  test('uses the VAT rate in force on the day', () => {
    expect([
      getTaxRate('B', '2020-03-31'),
      getTaxRate('B', '2020-04-01'),
      getTaxRate('B', '2021-01-01'),
      getTaxRate('B', '2000-01-01'),
      getTaxRate('A', '2026-01-01'),
    ]).toEqual([1600, 1400, 1600, 0, 0]);
    expect(calculateTax(1_000_003, 'B', '2026-11-01')).toBe(160_000);
  });
  test('totals by tax code add up to the invoice total', () => {
    fc.assert(
      fc.property(lines, (asked) => {
        const sums = sumTaxes(asked);
        expect(sumCents(sums.map((one) => one.net_cents + one.tax_cents))).toBe(sumCents(asked.map((line) => line.cents)));
      }),
    );
  });
});

const facts = (given: Partial<RentMonthInput> = {}): RentMonthInput => ({
  terms: [{ from: '2026-01-10', last: null, rent_cents: 3_100_000, period: 2 }],
  charges: [],
  starts_on: '2026-01-10',
  due_day: 5,
  holdover: 'roll',
  leaving_on: null,
  toward_cents: 0,
  floor: '1950-01-01',
  rent_tax: 'A',
  metered: [],
  billed: null,
  ...given,
});
const totalOf = (given: RentMonthInput, month: string) => calculateInvoiceDraft(calculateMonthCharges(given, month).lines)?.total_cents ?? 0;
const once = { id: 7, label: 'Key', kind: 'other', cents: 50_000, often: 'once', from: '2026-03-20', last: null } as const;

describe('monthly invoice lines', () => {
  test('prorate the first month and bill the next month in full, each with its own due date', () => {
    expect(calculateMonthCharges(facts(), '2026-01-01')).toMatchObject({
      due_on: '2026-01-10',
      lines: [{ kind: 'rent', cents: 2_200_000, from: '2026-01-10', last: '2026-01-31' }],
    });
    expect(calculateMonthCharges(facts(), '2026-02-01')).toMatchObject({ due_on: '2026-02-05', lines: [{ cents: 3_100_000 }] });
  });
  test('are not created after the last day of the tenancy', () =>
    expect(calculateMonthCharges(facts({ leaving_on: '2026-02-14' }), '2026-03-01').lines).toEqual([]));
  test('bill quarterly rent in full in the month it is due, and no rent in the months between', () => {
    const quarterly = facts({ terms: [{ from: '2026-01-01', last: null, rent_cents: 9_000_000, period: 4 }], starts_on: '2026-01-01' });
    expect([1, 2, 3, 4, 5].map((n) => totalOf(quarterly, `2026-0${n}-01`))).toEqual([9_000_000, 0, 0, 9_000_000, 0]);
  });
  test('include meter readings, and tax on commercial rent', () => {
    const meter = {
      kind: 'water' as const,
      label: 'Water',
      from: '2026-01-10',
      last: '2026-01-31',
      cents: 84_000,
      taxCode: 'A' as const,
      readingIds: [1, 2],
      chargeId: 3,
    };
    const { lines: made } = calculateMonthCharges(facts({ metered: [meter], rent_tax: 'B' }), '2026-02-01');
    expect(made).toMatchObject([
      { kind: 'rent', tax_cents: 496_000, cents: 3_596_000 },
      { kind: 'water', cents: 84_000, readings: [1, 2] },
    ]);
  });
  test("include a charge added after last month's invoice once, on the next invoice", () => {
    expect(calculateMonthCharges(facts({ charges: [once], billed: new Set() }), '2026-04-01').lines.map((line) => line.cents)).toEqual([
      50_000, 3_100_000,
    ]);
    expect(
      calculateMonthCharges(facts({ charges: [once], billed: new Set(['7:2026-03-20']) }), '2026-04-01').lines.map((line) => line.cents),
    ).toEqual([3_100_000]);
    expect(calculateMonthCharges(facts({ charges: [once], billed: null }), '2026-04-01').lines.map((line) => line.cents)).toEqual([3_100_000]);
  });
  test('leave out days that the opening balance covers', () => {
    expect(calculateMonthCharges(facts({ floor: '2026-02-06' }), '2026-02-01').lines).toEqual([]);
    expect(calculateMonthCharges(facts({ floor: '2026-02-05' }), '2026-02-01').lines).toHaveLength(1);
  });
  test('deduct payments made before move-in, to the cent, starting with the first day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: 0, max: 27 }),
        fc.integer({ min: 100_000, max: 5_000_000 }),
        (shillings, day, rent) => {
          const toward = shillings - (shillings % 100);
          const starts_on = addDays('2026-01-01', day);
          const given = facts({ terms: [{ from: starts_on, last: null, rent_cents: rent, period: 2 }], starts_on });
          const months = Array.from({ length: 12 }, (_, n) => addMonths('2026-01-01', n));
          const exact = (of: RentMonthInput) =>
            sumCents(months.map((month) => sumCents(calculateMonthCharges(of, month).lines.map((line) => line.cents))));
          const all = exact(given);
          expect(exact({ ...given, toward_cents: toward })).toBe(Math.max(0, all - toward));
          for (const month of months)
            expect(sumCents(calculateMonthCharges({ ...given, toward_cents: toward }, month).lines.map((line) => line.cents))).toBeGreaterThanOrEqual(
              0,
            );
        },
      ),
      { numRuns: 60 },
    );
  });
  test('add up to the charges of the whole period', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 10_000, max: 9_000_000 }),
        (days, due_day, rent) => {
          const starts_on = addDays('2026-01-01', days);
          const given = facts({ terms: [{ from: starts_on, last: null, rent_cents: rent, period: 2 }], starts_on, due_day });
          const first = monthStart(starts_on);
          const made = Array.from({ length: 4 }, (_, n) => calculateMonthCharges(given, addMonths(first, n)).lines).flat();
          expect(made[0]?.from).toBe(starts_on);
          expect(made.at(-1)?.last).toBe(monthEnd(addMonths(first, 3)));
          expect(made.slice(1).every((line) => line.cents === rent)).toBe(true);
        },
      ),
    );
  });
});

const tier = (given: Partial<LateFeeTier>): LateFeeTier => ({
  grace_days: 3,
  every: 'once',
  kind: 'fixed',
  value: 50_000,
  cap_cents: null,
  ...given,
});
describe('late fees', () => {
  const late = { due_on: '2026-03-01', rent_cents: 2_000_000, charged: [] };
  test('are charged after the grace period, at the frequency set by the tier, as a percentage of rent or a fixed amount', () => {
    expect(calculateLateFeesDue([tier({})], late, '2026-03-04')).toEqual([]);
    expect(calculateLateFeesDue([tier({})], late, '2026-03-05')).toEqual([{ tier: 0, n: 1, cents: 50_000 }]);
    expect(calculateLateFeesDue([tier({ every: 'weekly', kind: 'percent', value: 500 })], late, '2026-03-12').map((fee) => fee.cents)).toEqual([
      100_000, 100_000,
    ]);
    expect(calculateLateFeesDue([tier({ every: 'monthly' })], late, '2026-04-03')).toHaveLength(1);
    expect(calculateLateFeesDue([tier({ every: 'monthly' })], late, '2026-04-04')).toHaveLength(2);
  });
  test("identify earlier fees by the tier's id, not by the tier's position", () => {
    const [a, b] = [tier({ id: 7 }), tier({ id: 8, value: 20_000 })];
    const charged = [{ tier: 7, n: 1, cents: 50_000 }];
    expect(calculateLateFeesDue([b], { ...late, charged }, '2026-03-05')).toEqual([{ tier: 8, n: 1, cents: 20_000 }]);
    expect(calculateLateFeesDue([b, a], { ...late, charged }, '2026-03-05').map((fee) => fee.tier)).toEqual([8]);
  });
  test('have the same total whether charged daily or all at once, and never exceed the cap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('once', 'daily', 'weekly', 'monthly'),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 900_000 }),
        (every, days, cap) => {
          const tiers = [tier({ every: every as LateFeeTier['every'], cap_cents: cap }), tier({ kind: 'percent', value: 250, grace_days: 10 })];
          const charged: { tier: number; n: number; cents: number }[] = [];
          for (let n = 0; n <= days; n += 1) charged.push(...calculateLateFeesDue(tiers, { ...late, charged }, addDays(late.due_on, n)));
          expect(calculateLateFeesDue(tiers, { ...late, charged }, addDays(late.due_on, days))).toEqual([]);
          expect(sumCents(charged.map((fee) => fee.cents))).toBe(
            sumCents(calculateLateFeesDue(tiers, late, addDays(late.due_on, days)).map((fee) => fee.cents)),
          );
          expect(sumCents(charged.filter((fee) => fee.tier === 0).map((fee) => fee.cents))).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });
  test('invoices in arrears are grouped by days overdue', () =>
    expect([0, 1, 30, 31, 60, 61, 90, 91].map((days) => toAgeBucket('2026-03-01', addDays('2026-03-01', days)))).toEqual([
      'current',
      '1-30',
      '1-30',
      '31-60',
      '31-60',
      '61-90',
      '61-90',
      '90+',
    ]));
});
