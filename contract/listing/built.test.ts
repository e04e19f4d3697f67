import { expect, test } from 'vitest';
import { hasBackup, hasGate } from './built.ts';

test('amenities decide whether there is backup power or a gate', () => {
  expect([hasBackup(['lift']), hasGate(['lift'])]).toEqual([false, false]);
  expect([hasBackup(['generator']), hasGate(['generator'])]).toEqual([true, false]);
  expect([hasGate(['gated_compound']), hasGate(['guard_24h'])]).toEqual([true, true]);
});
