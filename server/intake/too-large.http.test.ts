import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { intakeCalls } from '#contract/intake/calls.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { maxBodyBytes } from '#contract/kernel/body.ts';
import { makeApp } from '#server/app.ts';
import { createTestServices } from '#test/db.ts';
import { m } from '#words/messages.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await makeApp(await createTestServices(), null);
});
afterAll(() => app.close());

const send = (bytes: number) =>
  app.inject({
    method: 'POST',
    url: intakeCalls.check.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ rows: [], pad: '' }).replace('"pad":""', `"pad":"${'x'.repeat(bytes - 20)}"`),
  });

test('rent roll upload: rejects a body over the size limit, and accepts the largest size that the screen sends', async () => {
  const large = await send(maxBodyBytes + 1);
  expect([large.statusCode, large.json().message]).toEqual([413, m.shell_refusal_large()]);
  // The 401 shows that the body was read and only the session is missing.
  expect((await send(intakeLimits.sentBytes)).statusCode).toBe(401);
});

test('rent roll upload: rejects too many rows with a message that names the limit', () => {
  const rows = Array.from({ length: intakeLimits.rows + 1 }, (_, n) => ({ line: n + 1, cells: { name: `A${n}` } }));
  const read = intakeCalls.check.body.safeParse({ rows });
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([m.intake_problem_rows({ most: intakeLimits.rows })]);
});
