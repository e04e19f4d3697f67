import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { sendRequest, signInForApiToken, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

let n = 0;
const csv = (lines: number) => `name,email\n${Array.from({ length: lines }, () => `Guest,guest${++n}@elsewhere.test`).join('\n')}`;
const bulk = (token: string, lines: number) =>
  sendRequest(app, '/api/v2/invitation/bulk_send/', { method: 'POST', token, body: { kind: 'tenant', csv: csv(lines), message: '', locale: 'en' } });
const one = (token: string) =>
  sendRequest(app, '/api/v2/invitation/send/', { method: 'POST', token, body: { kind: 'tenant', email: `guest${++n}@elsewhere.test` } });
const sentBy = async (who: TestPerson) =>
  (await services.database.db.selectFrom('invitation').select('id').where('company_id', '=', who.me.companyId).execute()).length;

test('sending limits: an account pending verification cannot send invitations', async () => {
  const owner = await createPerson(services, 'owner');
  await services.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', owner.id).execute();
  expect((await bulk(await signInForApiToken(app, owner), 400)).status).toBe(403);
  expect(await sentBy(owner)).toBe(0);
});

test('sending limits: all staff of a new company share one daily limit, and the error states the limit and its reset time', async () => {
  const owner = await createPerson(services, 'owner');
  const token = await signInForApiToken(app, owner);
  const refused = await bulk(token, 60);
  expect(refused).toMatchObject({
    status: 429,
    json: { error: 'Too Many Requests', message: expect.stringContaining('at most 50 invitations a day') },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await sentBy(owner), 'a list that is refused sends nothing').toBe(0);
  const allowed = await bulk(token, 49);
  expect(allowed.status, allowed.text).toBe(200);
  expect((await one(token)).status).toBe(200);
  expect((await one(token)).status).toBe(429);
  const { db } = services.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: owner.me.companyId, name: 'Inviter', grants: ['invites.create', 'tenants.create'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = 'inviter@makao.test';
  await addPerson(services.auth, db, {
    name: 'Inviter',
    email,
    password: testPassword,
    userType: 6,
    companyId: owner.me.companyId,
    staffRoleId: role.id,
  });
  expect((await one((await signInOverHttp(app, email)).token)).status).toBe(429);
  expect((await one(await signInForApiToken(app, await createPerson(services, 'owner')))).status, 'another company').toBe(200);
});

test('sending limits: a company older than a month has a higher daily invitation limit', async () => {
  const owner = await createPerson(services, 'owner');
  const { db } = services.database;
  await db
    .updateTable('company')
    .set({ created_at: new Date('2025-01-01') })
    .where('id', '=', owner.me.companyId)
    .execute();
  expect((await bulk(await signInForApiToken(app, owner), 60)).status).toBe(200);
});
