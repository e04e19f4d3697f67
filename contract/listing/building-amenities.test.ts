import { expect, test } from 'vitest';
import { hasBackup, hasGate } from './building-amenities.ts';

test('backup power and gate: derived from amenities', () => {
  expect([hasBackup(['lift']), hasGate(['lift'])]).toEqual([false, false]);
  expect([hasBackup(['generator']), hasGate(['generator'])]).toEqual([true, false]);
  expect([hasGate(['gated_compound']), hasGate(['guard_24h'])]).toEqual([true, true]);
});
