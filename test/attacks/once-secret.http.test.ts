import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

test('idempotency: the stored hash of a body with a password reveals neither the password nor the equality of two passwords', async () => {
  const kept: string[] = [];
  for (const who of [await createPerson(services, 'tenant'), await createPerson(services, 'tenant')]) {
    const { token } = await signInOverHttp(app, who.email);
    const key = randomUUID();
    const ask = (given: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v2/accounts/confirm_password/',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        payload: { password: given },
      });
    expect((await ask(testPassword)).statusCode).toBe(200);
    expect((await ask(testPassword)).statusCode, 'the repeat').toBe(200);
    expect((await ask(`${testPassword}!`)).statusCode, 'another body').toBe(422);
    const row = await services.database.db.selectFrom('write_once').select('body').where('key', '=', key).executeTakeFirstOrThrow();
    kept.push(row.body.toString('hex'));
  }
  const [one, other] = kept;
  expect(one).not.toBe(other);
  expect(kept).not.toContain(
    createHash('sha256')
      .update(JSON.stringify({ password: testPassword }))
      .digest('hex'),
  );
});
