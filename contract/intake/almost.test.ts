import fc from 'fast-check';
import { expect, test } from 'vitest';
import { almost, distance } from './almost.ts';

test.each([
  ['Ngong Veiw', ['Ngong View', 'Sunrise Apartments'], 'Ngong View'],
  ['Sunrize Apartment', ['Ngong View', 'Sunrise Apartments'], 'Sunrise Apartments'],
  ['Café Court', ['Cafe Court'], 'Cafe Court'],
  // Another number is another place.
  ['Greenpark Phase 2', ['Greenpark Phase 1'], null],
  ['A2', ['A1', 'A3'], null],
  ['B12', ['B11', 'B13', 'B1'], null],
  // As people write a unit.
  ['House A1', ['A1', 'A2'], 'A1'],
  ['A-01', ['A1', 'A10'], 'A1'],
  ['Hse no 7', ['7', '17'], '7'],
  ['BO4', ['B04', 'B40'], 'B04'],
  ['Pent-house', ['Penthouse'], 'Penthouse'],
  // Two are as near: nobody guesses.
  ['Rose Court', ['Ross Court', 'Rosy Court'], null],
  ['Lake', ['Lane'], null],
  ['', ['A'], null],
  // What is known is no slip.
  ['ngong view', ['Ngong View'], null],
])('%s among %j: %s', (text, names, meant) => expect(almost(text, names)).toBe(meant));

test('a distance is one: alike both ways, none to itself, and never more than the longer word', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});
