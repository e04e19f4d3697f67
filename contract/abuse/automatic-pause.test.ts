import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AbuseReporter, automaticPauseRules, countsTowardsPause, separateReporters } from './automatic-pause.ts';

const one = (...places: string[]): AbuseReporter => ({
  active: true,
  confirmed: true,
  trusted: true,
  accountDays: automaticPauseRules.accountDays,
  places,
});

test.each([
  ['with a disabled account', { active: false }],
  ['with an unconfirmed address', { confirmed: false }],
  ['rejected by Makao', { trusted: false }],
  ['with a new account', { accountDays: automaticPauseRules.accountDays - 1 }],
])('automatic pause of a listing: does not count a reporter %s', (_, less) => {
  expect(countsTowardsPause({ ...one('a'), ...less })).toBe(false);
  expect(separateReporters([one('a'), { ...one('b'), ...less }])).toBe(1);
});

test('automatic pause of a listing: reporters who share an address or a device, even through a third reporter, count as one', () => {
  expect(separateReporters([one('a'), one('b'), one('c')])).toBe(3);
  expect(separateReporters([one('a', 'x'), one('b', 'x'), one('c')])).toBe(2);
  expect(separateReporters([one('a'), one('b'), one('a', 'b')])).toBe(1);
});

test('automatic pause of a listing: is the same for any order of the complaints', () => {
  const places = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(places, { maxLength: 6 }), (all) => {
      const reporters = all.map((some) => one(...some));
      expect(separateReporters(reporters.toReversed())).toBe(separateReporters(reporters));
    }),
  );
});
