import { expect, test } from 'vitest';
import { hasGatedAccess, hasPowerBackup } from './building-amenities.ts';

test('listing: backup power and gate are derived from the amenities of the building', () => {
  expect([hasPowerBackup(['lift']), hasGatedAccess(['lift'])]).toEqual([false, false]);
  expect([hasPowerBackup(['generator']), hasGatedAccess(['generator'])]).toEqual([true, false]);
  expect([hasGatedAccess(['gated_compound']), hasGatedAccess(['guard_24h'])]).toEqual([true, true]);
});
