import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AbuseReporter, automaticPauseRules, countIndependentReporters, shouldCountTowardsPause } from './automatic-pause.ts';

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
])('automatic pause of a listing: a complainant %s does not count towards the pause', (_, less) => {
  expect(shouldCountTowardsPause({ ...one('a'), ...less })).toBe(false);
  expect(countIndependentReporters([one('a'), { ...one('b'), ...less }])).toBe(1);
});

test('automatic pause of a listing: complainants linked by a shared address or device count as one, also through a third complainant', () => {
  expect(countIndependentReporters([one('a'), one('b'), one('c')])).toBe(3);
  expect(countIndependentReporters([one('a', 'x'), one('b', 'x'), one('c')])).toBe(2);
  expect(countIndependentReporters([one('a'), one('b'), one('a', 'b')])).toBe(1);
});

test('automatic pause of a listing: the number of separate complainants does not depend on the order of complaints', () => {
  const places = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(places, { maxLength: 6 }), (all) => {
      const reporters = all.map((some) => one(...some));
      expect(countIndependentReporters(reporters.toReversed())).toBe(countIndependentReporters(reporters));
    }),
  );
});
