import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { normalizePhoneForStorage, toE164 } from './phone.ts';

describe('phone numbers', () => {
  test.each([
    ['0712 345 678', '+254712345678'],
    ['0112345678', '+254112345678'],
    ['254712345678', '+254712345678'],
    ['+254 712-345-678', '+254712345678'],
    ['(0712) 345.678', '+254712345678'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(isPlausiblePhone(typed)).toBe(true);
    expect(toE164(typed)).toBe(stored);
  });
  test.each(['', '07', '12345', '071234567', '07123456789', 'abc', '+1'])('%j is not a phone number', (typed) => {
    expect(isPlausiblePhone(typed)).toBe(false);
    expect(() => normalizePhoneForStorage(typed)).toThrow(/phone/);
  });
  test.each(['0612345678', '+254 20 222 2222'])('%j is a landline, so no account can use it', (typed) => expect(isPlausiblePhone(typed)).toBe(false));
  test('every Kenyan mobile number is normalised to E.164', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (n) => {
        const tail = `7${String(n).padStart(8, '0')}`;
        const [a, b, c] = [`0${tail}`, `254${tail}`, `+254${tail}`].map(toE164);
        expect([b, c]).toEqual([a, a]);
      }),
    );
  });
});
