import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeEvery, feeKinds } from '#contract/invoice/kinds.ts';
import { blankLine, isReady, toGiven } from './new-lines.ts';
import { complete, toTier, toTyped } from './tiers.ts';

describe('a line while it is typed', () => {
  test('is called by its kind where nobody wrote anything, and keeps its cents', () => {
    expect(toGiven({ ...blankLine(1), kind: 'water', shillings: 0.29, qty: 3 })).toMatchObject({
      kind: 'water',
      label: 'Water',
      qty: 3,
      unit_cents: 29,
    });
  });
  test('a discount is below zero', () => {
    expect(toGiven({ ...blankLine(1), kind: 'discount', shillings: 500 }).unit_cents).toBe(-50_000);
  });
  test('nothing is asked of the server before every line has an amount', () => {
    expect(isReady([])).toBe(false);
    expect(isReady([{ ...blankLine(1), shillings: 10 }, blankLine(2)])).toBe(false);
    expect(isReady([{ ...blankLine(1), shillings: 10 }])).toBe(true);
  });
});

describe('a step of a late fee', () => {
  test('comes back from the form as it was saved', () => {
    const tier = fc.record({
      id: fc.nat(),
      grace_days: fc.integer({ min: 0, max: 365 }),
      every: fc.constantFrom(...feeEvery),
      kind: fc.constantFrom(...feeKinds),
      value: fc.integer({ min: 1, max: 10_000 }),
      cap_cents: fc.option(fc.integer({ min: 1, max: 100_000_000 })),
    });
    fc.assert(
      fc.property(tier, (one) => {
        expect(toTier(toTyped(one, 1))).toEqual(one);
      }),
    );
  });
  test('is no more than all of the rent', () => {
    const step = toTyped({ id: 1, grace_days: 5, every: 'once', kind: 'percent', value: 10_000, cap_cents: null }, 1);
    expect(complete([step])).toBe(true);
    expect(complete([{ ...step, amount: 101 }])).toBe(false);
    expect(complete([{ ...step, amount: 0 }])).toBe(false);
  });
});
