import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfRun } from './seed-of-run.ts';

test('random seed of a test run: is new for every run, fixed in CI, or as given', () => {
  expect(
    seedOfRun(
      {},
      () => 7,
      () => true,
    ),
  ).toBe('7');
  expect(
    seedOfRun(
      { CI: 'true' },
      () => 7,
      () => true,
    ),
  ).toBe('2026');
  expect(
    seedOfRun(
      { CI: 'true', FC_SEED: '11' },
      () => 7,
      () => true,
    ),
  ).toBe('11');
  expect(fc.readConfigureGlobal().seed, 'every file of this run has it').toBe(Number(process.env.FC_SEED));
});
