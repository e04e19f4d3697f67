import { expect, test } from 'vitest';
import { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import { threadCalls } from './calls.ts';

test('a link that was cut is asked about like any other: it is a wrong link, no wrong field', () => {
  for (const { body } of [threadCalls.knock, inspectionGuestCalls.knock]) expect(body?.safeParse({ token: 'xyz' }).success).toBe(true);
});
