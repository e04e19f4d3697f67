import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neededChecks, uncheckedOf, verificationChecks, verificationWays, wasVisited } from './verification.ts';

test('without existence, authority and the count of units nothing is verified', () => {
  expect(uncheckedOf([])).toEqual(['exists', 'authority', 'units']);
  expect(uncheckedOf([{ what: 'exists' }, { what: 'pictures' }])).toEqual(['authority', 'units']);
  expect(uncheckedOf(neededChecks.map((what) => ({ what })))).toEqual([]);
});

test('visited is said only of what somebody saw standing there, never of papers', () => {
  const checks = fc.uniqueArray(fc.record({ what: fc.constantFrom(...verificationChecks), way: fc.constantFrom(...verificationWays) }), {
    selector: (one) => one.what,
  });
  fc.assert(
    fc.property(checks, (all) => {
      expect(wasVisited(all)).toBe(all.find((one) => one.what === 'exists')?.way === 'site');
    }),
  );
  expect(wasVisited([{ what: 'units', way: 'site' }])).toBe(false);
});
