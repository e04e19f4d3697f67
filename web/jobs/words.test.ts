import { expect, test } from 'vitest';
import { buildRunNowMessage } from './words.ts';

test('job toast: "Run now" shows no success message for a job that is already pending', () => {
  expect(buildRunNowMessage({ name: 'audit.chain', queued: false }, String)).toMatchObject({ kind: 'info', title: 'Seal the audit log' });
  expect(buildRunNowMessage({ name: 'audit.chain', queued: true }, String)).toMatchObject({ kind: 'success', title: 'successTitle' });
});
