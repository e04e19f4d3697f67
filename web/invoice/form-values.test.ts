import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lateFeeFrequencies, lateFeeKinds } from '#contract/invoice/kinds.ts';
import { areInvoiceLinesReady, makeBlankInvoiceLine, toInvoiceLineInput } from './new-lines.ts';
import { areFeeTiersComplete, toFeeTier, toFeeTierDraft } from './tiers.ts';

describe('invoice line form', () => {
  test('names an unlabelled invoice line by its kind and preserves cents', () => {
    expect(toInvoiceLineInput({ ...makeBlankInvoiceLine(1), kind: 'water', shillings: 0.29, qty: 3 })).toMatchObject({
      kind: 'water',
      label: 'Water',
      qty: 3,
      unit_cents: 29,
    });
  });
  test('sends a discount as a negative amount', () => {
    expect(toInvoiceLineInput({ ...makeBlankInvoiceLine(1), kind: 'discount', shillings: 500 }).unit_cents).toBe(-50_000);
  });
  test('requests a preview only after every line has an amount', () => {
    expect(areInvoiceLinesReady([])).toBe(false);
    expect(areInvoiceLinesReady([{ ...makeBlankInvoiceLine(1), shillings: 10 }, makeBlankInvoiceLine(2)])).toBe(false);
    expect(areInvoiceLinesReady([{ ...makeBlankInvoiceLine(1), shillings: 10 }])).toBe(true);
  });
});

describe('late-fee tier form', () => {
  test('returns a saved tier unchanged', () => {
    const tier = fc.record({
      id: fc.nat(),
      grace_days: fc.integer({ min: 0, max: 365 }),
      every: fc.constantFrom(...lateFeeFrequencies),
      kind: fc.constantFrom(...lateFeeKinds),
      value: fc.integer({ min: 1, max: 10_000 }),
      cap_cents: fc.option(fc.integer({ min: 1, max: 100_000_000 })),
    });
    fc.assert(
      fc.property(tier, (one) => {
        expect(toFeeTier(toFeeTierDraft(one, 1))).toEqual(one);
      }),
    );
  });
  test('allows a late fee of at most 100% of the rent', () => {
    const step = toFeeTierDraft({ id: 1, grace_days: 5, every: 'once', kind: 'percent', value: 10_000, cap_cents: null }, 1);
    expect(areFeeTiersComplete([step])).toBe(true);
    expect(areFeeTiersComplete([{ ...step, amount: 101 }])).toBe(false);
    expect(areFeeTiersComplete([{ ...step, amount: 0 }])).toBe(false);
  });
});
