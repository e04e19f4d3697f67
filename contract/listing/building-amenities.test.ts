import { expect, test } from 'vitest';
import { hasBackup, hasGate } from './building-amenities.ts';

test('listing: backup power and gate are derived from the amenities of the building', () => {
  expect([hasBackup(['lift']), hasGate(['lift'])]).toEqual([false, false]);
  expect([hasBackup(['generator']), hasGate(['generator'])]).toEqual([true, false]);
  expect([hasGate(['gated_compound']), hasGate(['guard_24h'])]).toEqual([true, true]);
});
