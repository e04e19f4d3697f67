import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRunSeed } from './seed-of-run.ts';

test('random seed of a test run: is random by default, fixed in CI, and can be set by the variable FC_SEED', () => {
  expect(
    chooseRunSeed(
      {},
      () => 7,
      () => true,
    ),
  ).toBe('7');
  expect(
    chooseRunSeed(
      { CI: 'true' },
      () => 7,
      () => true,
    ),
  ).toBe('2026');
  expect(
    chooseRunSeed(
      { CI: 'true', FC_SEED: '11' },
      () => 7,
      () => true,
    ),
  ).toBe('11');
  expect(fc.readConfigureGlobal().seed, 'every file of this run has it').toBe(Number(process.env.FC_SEED));
});
