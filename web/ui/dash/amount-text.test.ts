import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toShillings } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import { cleanEditedAmountText, formatFieldAmount, parseTypedAmount } from './amount-text.ts';

const any = { upTo: 'price', whole: false } as const;
const cents = fc.integer({ min: 0, max: 10_000_000_000_000 });

describe('amount field', () => {
  test('reads shillings with a decimal point, a decimal comma or "k", and stays empty for empty text', () => {
    expect(parseTypedAmount('1000.50', any).shillings).toBe(1000.5);
    expect(parseTypedAmount('24134.70', any).shillings).toBe(24_134.7);
    expect(parseTypedAmount('1000,50', any).shillings).toBe(1000.5);
    expect(parseTypedAmount(' ', any)).toEqual({ shillings: '', problem: '' });
    expect(parseTypedAmount('26k', any).shillings).toBe(26_000);
  });
  test.each(['-500', '−500', 'KES -500', '-', '100.005', '1.005', '10.', '.', 'abc', '12-5', '1e5', '100,000,000,000.01'])(
    'the text %s is rejected or read as typed, without rounding',
    (text) => {
      const read = parseTypedAmount(text, any);
      if (text === '10.') expect(read).toEqual({ shillings: 10, problem: '' });
      else expect(read).toEqual({ shillings: '', problem: expect.stringMatching(/\S/) });
    },
  );
  test('a comma in pasted text is read as a decimal comma or thousands separator according to the following digits', () => {
    const pasted = (shown: string, given: string) => parseTypedAmount(cleanEditedAmountText(shown, given), any).shillings;
    expect([pasted('', '500,50'), pasted('1,500', '500,50'), pasted('', '16 500,50')]).toEqual([500.5, 500.5, 16_500.5]);
    expect([pasted('', '16,500'), pasted('16,500', '1,234,567.50')]).toEqual([16_500, 1_234_567.5]);
  });
  test('typing in the middle of an amount does not turn a thousands separator into a decimal separator', () => {
    const typed = (shown: string, given: string) => parseTypedAmount(cleanEditedAmountText(shown, given), any).shillings;
    expect([typed('16,500', '16,5005'), typed('16,500', '16,50'), typed('16,500', '1,500'), typed('1,250', '11,250')]).toEqual([
      165_005, 1_650, 1_500, 11_250,
    ]);
  });
  test('a field for whole shillings rejects cents instead of converting them', () => {
    expect(parseTypedAmount('1000.50', { ...any, whole: true })).toEqual({ shillings: '', problem: expect.stringMatching(/\S/) });
    expect(parseTypedAmount('1000.00', { ...any, whole: true }).shillings).toBe(1000);
  });
  test('a displayed amount is parsed to the same amount during typing, after typing and when copied', () => {
    fc.assert(
      fc.property(cents, fc.boolean(), (n, typing) => {
        const shillings = toShillings(n);
        expect(parseTypedAmount(formatFieldAmount(shillings, typing), any).shillings).toBe(typing && n === 0 ? '' : shillings);
        expect(parseTypedAmount(formatKes(n, true), any).shillings).toBe(shillings);
      }),
    );
  });
  test('the amount read from any typed text contains exactly the typed digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,-]{1,12}$/), (text) => {
        const { shillings, problem } = parseTypedAmount(text, any);
        expect(problem === '').toBe(shillings !== '');
        if (shillings === '') return;
        // The digits after the last separator are cents, unless that separator is a thousands separator.
        const [, behind = ''] = /[.,](\d{0,2})$/.exec(text) ?? [];
        expect(Math.round(shillings * 100)).toBe(Number(text.replace(/\D/g, '')) * 10 ** (2 - behind.length));
      }),
    );
  });
});
