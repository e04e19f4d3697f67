import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyRate } from '#contract/money/cents.ts';
import { type CommissionTerms, calculateCommission, calculateCommissionIncrement, emptyAccumulation } from './engine.ts';
import { type CommissionRuleScope, selectCommissionRule } from './select-rule.ts';

const bps = fc.integer({ min: 0, max: 10_000 });
const amount = fc.integer({ min: 1, max: 500_000_000 });
const bounds = fc.record({
  min: fc.integer({ min: 0, max: 100_000 }),
  max: fc.option(fc.integer({ min: 100_000, max: 50_000_000 })),
  vatBps: fc.constantFrom(0, 800, 1600),
});
const terms: fc.Arbitrary<CommissionTerms> = fc
  .tuple(
    fc.oneof(
      bps.map((n) => ({ kind: 'rate' as const, bps: n })),
      amount.map((n) => ({ kind: 'fixed' as const, cents: n })),
      fc.array(fc.tuple(amount, bps), { minLength: 1, maxLength: 4 }).map((bands) => ({
        kind: 'tiers' as const,
        tiers: bands.sort(([a], [b]) => a - b).map(([upto, rate], n) => ({ upto: n === bands.length - 1 ? null : upto, bps: rate })),
      })),
    ),
    bounds,
  )
  .map(([kind, rest]) => ({ ...kind, ...rest }));

describe('commission calculation', () => {
  test('the commissions on single payments add up to the commission on their total, in any order and size', () => {
    fc.assert(
      fc.property(terms, fc.array(amount, { minLength: 1, maxLength: 12 }), fc.option(amount), (rule, parts, cap) => {
        let heap = emptyAccumulation;
        let [sum, tax] = [0, 0];
        for (const part of parts) {
          const one = calculateCommissionIncrement(rule, heap, part, cap);
          [heap, sum, tax] = [one.heap, sum + one.amount, tax + one.tax];
        }
        const total = parts.reduce((n, part) => n + part, 0);
        const whole = calculateCommission(rule, cap === null ? total : Math.min(cap, total));
        expect([sum, tax]).toEqual([whole, applyRate(whole, rule.vatBps)]);
      }),
    );
  });

  test('reversing one payment leaves the commission on the remaining payments, and reversing all payments leaves no commission', () => {
    fc.assert(
      fc.property(terms, fc.array(amount, { minLength: 1, maxLength: 8 }), fc.nat(7), (rule, parts, at) => {
        let heap = emptyAccumulation;
        for (const part of parts) heap = calculateCommissionIncrement(rule, heap, part).heap;
        const gone = parts[at % parts.length] ?? 0;
        const rest = parts.reduce((n, part) => n + part, 0) - gone;
        heap = calculateCommissionIncrement(rule, heap, -gone).heap;
        expect(heap.amount).toBe(calculateCommission(rule, rest));
        expect(calculateCommissionIncrement(rule, heap, -rest).heap).toEqual(emptyAccumulation);
      }),
    );
  });

  test('the commission never falls when the base grows, and never exceeds the base including tax', () => {
    fc.assert(
      fc.property(terms, amount, amount, (rule, base, more) => {
        const [before, after] = [calculateCommission(rule, base), calculateCommission(rule, base + more)];
        expect(after).toBeGreaterThanOrEqual(before);
        expect(before + applyRate(before, rule.vatBps)).toBeLessThanOrEqual(base);
      }),
    );
  });

  test('gives the expected commission for 8 % of 45,000 with VAT, for a cap, for tiers and for a minimum', () => {
    const plain = { min: 0, max: null, vatBps: 1600 };
    expect(calculateCommissionIncrement({ kind: 'rate', bps: 800, ...plain }, emptyAccumulation, 4_500_000)).toMatchObject({
      amount: 360_000,
      tax: 57_600,
    });
    expect(calculateCommission({ kind: 'rate', bps: 1000, ...plain, max: 200_000 }, 4_500_000)).toBe(200_000);
    const tiers = [
      { upto: 10_000_000, bps: 200 },
      { upto: null, bps: 100 },
    ];
    expect(calculateCommission({ kind: 'tiers', tiers, ...plain }, 15_000_000)).toBe(250_000);
    expect(calculateCommission({ kind: 'rate', bps: 100, ...plain, min: 50_000 }, 1_000_000)).toBe(50_000);
    expect(calculateCommission({ kind: 'rate', bps: 100, ...plain, min: 50_000 }, 0)).toBe(0);
    expect(() => calculateCommissionIncrement({ kind: 'rate', bps: 100, ...plain }, emptyAccumulation, -1)).toThrow(RangeError);
  });
});

describe('commission rule selection', () => {
  const rule = (id: number, facts: Partial<CommissionRuleScope> = {}): CommissionRuleScope => ({
    id,
    beneficiary: 'platform',
    basis: 'rent_collected',
    company_id: null,
    property_id: null,
    mandate_id: null,
    region: null,
    starts_on: '2026-01-01',
    ends_on: null,
    priority: 0,
    ...facts,
  });
  const facts = { companyId: 5, propertyId: 7, mandateId: 9, region: '047', on: '2026-11-17' };
  const chosen = (...rules: CommissionRuleScope[]) => selectCommissionRule(rules, 'platform', 'rent_collected', facts)?.id ?? null;

  test('prefers the rule of a mandate, then of a property, a company and a county, then the default rule', () => {
    const all = [rule(1), rule(2, { region: '047' }), rule(3, { company_id: 5 }), rule(4, { property_id: 7 }), rule(5, { mandate_id: 9 })];
    expect([5, 4, 3, 2, 1].map((n) => chosen(...all.slice(0, n)))).toEqual([5, 4, 3, 2, 1]);
  });
  test('at the same level prefers the higher priority, then the newer rule, and ignores rules of another subject, day or basis', () => {
    expect(chosen(rule(1, { priority: 2 }), rule(2))).toBe(1);
    expect(chosen(rule(1), rule(2))).toBe(2);
    expect(chosen(rule(1, { company_id: 6 }), rule(2, { ends_on: '2026-11-16' }), rule(3, { starts_on: '2026-11-18' }))).toBeNull();
    expect(chosen(rule(1, { basis: 'first_rent' }), rule(2, { beneficiary: 'agent' }))).toBeNull();
  });
});
