import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateUnallocatedRemainder,
  isAllocationComplete,
  limitSinglePart,
  type PaymentParts,
  previewPaymentParts,
  selectInvoicesToShow,
  togglePaymentPart,
} from './payment-parts.ts';

describe('dividing a payment between tenants', () => {
  test('the first tenant gets the full amount, and the part over the balance due becomes tenant credit', () => {
    expect(togglePaymentPart({}, 't1', 1_000, 5_000)).toEqual({ t1: 5_000 });
  });
  test("a second tenant gets the amount left over from the first tenant, up to the second tenant's balance due", () => {
    const first = limitSinglePart(togglePaymentPart({}, 't1', 3_000, 5_000), { t1: 3_000 });
    expect(togglePaymentPart(first, 't2', 9_000, 5_000)).toEqual({ t1: 3_000, t2: 2_000 });
    expect(togglePaymentPart(first, 't2', 500, 5_000)).toEqual({ t1: 3_000, t2: 500 });
  });
  test("a second click on a tenant removes the tenant's part", () => {
    expect(togglePaymentPart({ t1: 3_000, t2: 2_000 }, 't1', 3_000, 5_000)).toEqual({ t2: 2_000 });
  });
  test('the parts never exceed the payment', () => {
    const pick = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), owes: fc.integer({ min: 0, max: 10_000 }) });
    fc.assert(
      fc.property(fc.array(pick, { maxLength: 12 }), fc.integer({ min: 1, max: 20_000 }), (picks, left) => {
        let parts: PaymentParts = {};
        const owes: Record<string, number> = {};
        for (const one of picks) {
          owes[one.key] = one.owes;
          parts = togglePaymentPart(one.key in parts ? parts : limitSinglePart(parts, owes), one.key, one.owes, left);
          expect(calculateUnallocatedRemainder(parts, left)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
  test('the parts are complete when every part has an amount and the parts do not exceed the payment', () => {
    expect(isAllocationComplete({}, 5_000)).toBe(false);
    expect(isAllocationComplete({ t1: 0 }, 5_000)).toBe(false);
    expect(isAllocationComplete({ t1: 3_000, t2: 2_001 }, 5_000)).toBe(false);
    expect(isAllocationComplete({ t1: 3_000, t2: 1_000 }, 5_000)).toBe(true);
  });
});

describe('invoices shown for a suggested tenant', () => {
  const due = (id: number, due_on: string, open_cents: number) => ({ id, code: `INV-${id}`, kind: 'rent', due_on, open_cents });
  const all = [due(1, '2026-08-01', 1_850), due(2, '2026-09-01', 1_817), due(3, '2026-10-01', 50), due(4, '2026-11-01', 1_880)];
  test('the invoice whose balance equals the payment is among the first three invoices shown', () => {
    expect(selectInvoicesToShow(all, 1_880).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(selectInvoicesToShow(all, 1_850).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(selectInvoicesToShow(all, 7).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
  test('the preview shows the amount allocated to each invoice, oldest first, and the overpayment', () => {
    expect(previewPaymentParts(all.slice(2).toReversed(), 1_880)).toMatchObject({
      paid: [
        { id: 3, cents: 50 },
        { id: 4, cents: 1_830 },
      ],
      over: 0,
    });
    expect(previewPaymentParts(all.slice(2, 3), 80)).toMatchObject({ paid: [{ id: 3, cents: 50 }], over: 30 });
  });
});
