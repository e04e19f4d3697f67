import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasStanding, type Reporter, separateReporters, standing } from './standing.ts';

const one = (...places: string[]): Reporter => ({ active: true, confirmed: true, trusted: true, accountDays: standing.accountDays, places });

test.each([
  ['switched off', { active: false }],
  ['with an address nobody confirmed', { confirmed: false }],
  ['turned away by the platform', { trusted: false }],
  ['who came yesterday', { accountDays: standing.accountDays - 1 }],
])('somebody %s has no standing', (_, less) => {
  expect(hasStanding({ ...one('a'), ...less })).toBe(false);
  expect(separateReporters([one('a'), { ...one('b'), ...less }])).toBe(1);
});

test('who shares an address or a device is one, also through a third', () => {
  expect(separateReporters([one('a'), one('b'), one('c')])).toBe(3);
  expect(separateReporters([one('a', 'x'), one('b', 'x'), one('c')])).toBe(2);
  expect(separateReporters([one('a'), one('b'), one('a', 'b')])).toBe(1);
});

test('the order in which reports came does not matter', () => {
  const places = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(places, { maxLength: 6 }), (all) => {
      const reporters = all.map((some) => one(...some));
      expect(separateReporters(reporters.toReversed())).toBe(separateReporters(reporters));
    }),
  );
});
