import { expect, test } from 'vitest';
import { ranSays } from './words.ts';

test('a job that waits already is not said to have been queued', () => {
  expect(ranSays({ name: 'audit.chain', queued: false }, String)).toMatchObject({ kind: 'info', title: 'Seal the log' });
  expect(ranSays({ name: 'audit.chain', queued: true }, String)).toMatchObject({ kind: 'success', title: 'successTitle' });
});
