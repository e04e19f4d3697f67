import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { password, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

test('what is kept of a body with a password says nothing of the password, nor that two have the same', async () => {
  const kept: string[] = [];
  for (const who of [await somebody(house, 'tenant'), await somebody(house, 'tenant')]) {
    const { token } = await signedIn(app, who.email);
    const key = randomUUID();
    const ask = (given: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v2/accounts/confirm_password/',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        payload: { password: given },
      });
    expect((await ask(password)).statusCode).toBe(200);
    expect((await ask(password)).statusCode, 'the repeat').toBe(200);
    expect((await ask(`${password}!`)).statusCode, 'another body').toBe(422);
    const row = await house.database.db.selectFrom('write_once').select('body').where('key', '=', key).executeTakeFirstOrThrow();
    kept.push(row.body.toString('hex'));
  }
  const [one, other] = kept;
  expect(one).not.toBe(other);
  expect(kept).not.toContain(createHash('sha256').update(JSON.stringify({ password })).digest('hex'));
});
