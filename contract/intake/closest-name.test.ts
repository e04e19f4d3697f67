import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateEditDistance, findClosestName } from './closest-name.ts';

test.each([
  ['Ngong Veiw', ['Ngong View', 'Sunrise Apartments'], 'Ngong View'],
  ['Sunrize Apartment', ['Ngong View', 'Sunrise Apartments'], 'Sunrise Apartments'],
  ['Café Court', ['Cafe Court'], 'Cafe Court'],
  // A different number is a different place.
  ['Greenpark Phase 2', ['Greenpark Phase 1'], null],
  ['A2', ['A1', 'A3'], null],
  ['B12', ['B11', 'B13', 'B1'], null],
  // Usual spellings of a unit.
  ['House A1', ['A1', 'A2'], 'A1'],
  ['A-01', ['A1', 'A10'], 'A1'],
  ['Hse no 7', ['7', '17'], '7'],
  ['BO4', ['B04', 'B40'], 'B04'],
  ['Pent-house', ['Penthouse'], 'Penthouse'],
  // Two names are equally close, so none is chosen.
  ['Rose Court', ['Ross Court', 'Rosy Court'], null],
  ['Lake', ['Lane'], null],
  ['', ['A'], null],
  // A known name is not a typing error.
  ['ngong view', ['Ngong View'], null],
])('closest name: the best match for %s among %j is %s', (text, names, meant) => expect(findClosestName(text, names)).toBe(meant));

test('edit distance of two words: is symmetric, zero for equal words, and at most the length of the longer word', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(calculateEditDistance(a, a)).toBe(0);
      expect(calculateEditDistance(a, b)).toBe(calculateEditDistance(b, a));
      expect(calculateEditDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(calculateEditDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});
