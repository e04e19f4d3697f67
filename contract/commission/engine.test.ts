import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { share } from '#contract/money/cents.ts';
import { empty, owed, step, type Terms } from './engine.ts';
import { pick, type Reach } from './pick.ts';

const bps = fc.integer({ min: 0, max: 10_000 });
const amount = fc.integer({ min: 1, max: 500_000_000 });
const bounds = fc.record({
  min: fc.integer({ min: 0, max: 100_000 }),
  max: fc.option(fc.integer({ min: 100_000, max: 50_000_000 })),
  vatBps: fc.constantFrom(0, 800, 1600),
});
const terms: fc.Arbitrary<Terms> = fc
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

describe('what a rule asks', () => {
  test('the sum of all parts is what it says of their sum, in any order and however small', () => {
    fc.assert(
      fc.property(terms, fc.array(amount, { minLength: 1, maxLength: 12 }), fc.option(amount), (rule, parts, cap) => {
        let heap = empty;
        let [sum, tax] = [0, 0];
        for (const part of parts) {
          const one = step(rule, heap, part, cap);
          [heap, sum, tax] = [one.heap, sum + one.amount, tax + one.tax];
        }
        const total = parts.reduce((n, part) => n + part, 0);
        const whole = owed(rule, cap === null ? total : Math.min(cap, total));
        expect([sum, tax]).toEqual([whole, share(whole, rule.vatBps)]);
      }),
    );
  });

  test('what is taken back in any order leaves nothing behind, and half of it what half would have been', () => {
    fc.assert(
      fc.property(terms, fc.array(amount, { minLength: 1, maxLength: 8 }), fc.nat(7), (rule, parts, at) => {
        let heap = empty;
        for (const part of parts) heap = step(rule, heap, part).heap;
        const gone = parts[at % parts.length] ?? 0;
        const rest = parts.reduce((n, part) => n + part, 0) - gone;
        heap = step(rule, heap, -gone).heap;
        expect(heap.amount).toBe(owed(rule, rest));
        expect(step(rule, heap, -rest).heap).toEqual(empty);
      }),
    );
  });

  test('it never falls when more comes, and with its tax is never more than what came', () => {
    fc.assert(
      fc.property(terms, amount, amount, (rule, base, more) => {
        const [before, after] = [owed(rule, base), owed(rule, base + more)];
        expect(after).toBeGreaterThanOrEqual(before);
        expect(before + share(before, rule.vatBps)).toBeLessThanOrEqual(base);
      }),
    );
  });

  test('in figures: 8 % of 45,000 with VAT; a cap; bands; a least amount', () => {
    const plain = { min: 0, max: null, vatBps: 1600 };
    expect(step({ kind: 'rate', bps: 800, ...plain }, empty, 4_500_000)).toMatchObject({ amount: 360_000, tax: 57_600 });
    expect(owed({ kind: 'rate', bps: 1000, ...plain, max: 200_000 }, 4_500_000)).toBe(200_000);
    const tiers = [
      { upto: 10_000_000, bps: 200 },
      { upto: null, bps: 100 },
    ];
    expect(owed({ kind: 'tiers', tiers, ...plain }, 15_000_000)).toBe(250_000);
    expect(owed({ kind: 'rate', bps: 100, ...plain, min: 50_000 }, 1_000_000)).toBe(50_000);
    expect(owed({ kind: 'rate', bps: 100, ...plain, min: 50_000 }, 0)).toBe(0);
    expect(() => step({ kind: 'rate', bps: 100, ...plain }, empty, -1)).toThrow(RangeError);
  });
});

describe('which rule', () => {
  const rule = (id: number, facts: Partial<Reach> = {}): Reach => ({
    ...{ id, beneficiary: 'platform', basis: 'rent_collected', company_id: null, property_id: null, mandate_id: null, region: null },
    ...{ starts_on: '2026-01-01', ends_on: null, priority: 0, ...facts },
  });
  const facts = { companyId: 5, propertyId: 7, mandateId: 9, region: '047', on: '2026-11-17' };
  const chosen = (...rules: Reach[]) => pick(rules, 'platform', 'rent_collected', facts)?.id ?? null;

  test('a mandate before a property, that before a company, that before a county, that before everybody', () => {
    const all = [rule(1), rule(2, { region: '047' }), rule(3, { company_id: 5 }), rule(4, { property_id: 7 }), rule(5, { mandate_id: 9 })];
    expect([5, 4, 3, 2, 1].map((n) => chosen(...all.slice(0, n)))).toEqual([5, 4, 3, 2, 1]);
  });
  test('of the same nearness the weightier, then the later; another’s, another day’s and another basis’ never', () => {
    expect(chosen(rule(1, { priority: 2 }), rule(2))).toBe(1);
    expect(chosen(rule(1), rule(2))).toBe(2);
    expect(chosen(rule(1, { company_id: 6 }), rule(2, { ends_on: '2026-11-16' }), rule(3, { starts_on: '2026-11-18' }))).toBeNull();
    expect(chosen(rule(1, { basis: 'first_rent' }), rule(2, { beneficiary: 'agent' }))).toBeNull();
  });
});
