import { expect, test } from 'vitest';
import { runNowMessage } from './words.ts';

test('job toast: "Run now" does not claim to have queued a job that is already pending', () => {
  expect(runNowMessage({ name: 'audit.chain', queued: false }, String)).toMatchObject({ kind: 'info', title: 'Seal the audit log' });
  expect(runNowMessage({ name: 'audit.chain', queued: true }, String)).toMatchObject({ kind: 'success', title: 'successTitle' });
});
