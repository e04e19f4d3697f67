import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { darajaResultCodes, getResultCodeOutcome, getResultCodeReason } from './codes.ts';

describe('M-Pesa result codes', () => {
  test.each(['1037', '1001', '26', '4999', '17', '15', '21', '2032', '31337', '', 'C2B00012', 'toString', '__proto__', '-1', '00'])(
    'result code %s leaves the outcome unknown',
    (code) => expect(getResultCodeOutcome(code)).toBe('unknown'),
  );

  test('only code 0 means paid, and only code 1032 means cancelled', () => {
    const of = (wanted: string) => Object.keys(darajaResultCodes).filter((code) => getResultCodeOutcome(code) === wanted);
    expect([of('paid'), of('canceled')]).toEqual([['0'], ['1032']]);
    expect(of('failed')).toEqual('1 2 3 4 5 6 7 8 11 12 13 14 20 1019 1025 2001 2006 2028 2040 8006 9999'.split(' '));
  });

  test('a code has the same meaning as a number and as a text', () => {
    for (const code of Object.keys(darajaResultCodes))
      expect([getResultCodeOutcome(Number(code)), getResultCodeReason(Number(code))]).toEqual([
        getResultCodeOutcome(code),
        getResultCodeReason(` ${code} `),
      ]);
  });

  test('an unlisted code leaves the outcome unknown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.double()), (code) => {
        fc.pre(!Object.hasOwn(darajaResultCodes, String(code).trim()));
        expect([getResultCodeOutcome(code), getResultCodeReason(code)]).toEqual(['unknown', 'other']);
      }),
    );
  });
});
