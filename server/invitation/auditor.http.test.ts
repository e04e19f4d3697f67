import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBlockedForAuditor } from '#contract/access/auditor.ts';
import { isWriteCall } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { makeApp } from '#server/app.ts';
import { buildCallRoutes } from '#server/modules.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let [owner, other, agency]: TestPerson[] = [];
let [theirs, foreign]: number[] = [];
const head = (one: TestPerson | undefined): TestPerson => {
  if (!one) throw new Error('not ready');
  return one;
};
const companyOf = (one: TestPerson | undefined): number => head(one).me.companyId ?? 0;
const later = (days: number) => addDays(clock.today(), days);

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  [owner, other, agency] = [await createPerson(services, 'owner'), await createPerson(services, 'owner'), await createPerson(services, 'agent')];
  [theirs, foreign] = [await addProperty(services, companyOf(owner)), await addProperty(services, companyOf(other))];
  await services.database.db
    .insertInto('mandate')
    .values({
      owner_company_id: companyOf(other),
      agent_company_id: companyOf(agency),
      all_properties: true,
      grants: ['property.read', 'units.read', 'invoices.read', 'payments.read', 'tenancies.read'],
      starts_on: later(-1),
    })
    .execute();
});
afterAll(async () => {
  await setClock(services, null);
  await app.close();
});

/** Signs in as an auditor of a company. */
async function signInAsAuditor(company: number, ends_on = later(30)): Promise<string> {
  const person = await createPerson(services, 'staff');
  const role = await services.database.db.selectFrom('staff_role').select('id').where('auditor', '=', true).executeTakeFirstOrThrow();
  await services.database.db
    .updateTable('person')
    .set({ staff_role_id: role.id, company_id: company, starts_on: later(0), ends_on })
    .where('id', '=', person.id)
    .execute();
  return (await signInOverHttp(app, person.email)).token;
}
async function listProperties(token: string): Promise<number[]> {
  const { json } = await sendRequest(app, '/api/v2/property/all_properties/?page=1&page_size=50', { token });
  return (json as { results: { id: number }[] }).results.map(({ id }) => id);
}
const open = (token: string, id: number | undefined) => sendRequest(app, `/api/v2/property/property_details/?id=${id}`, { token });

test('auditor of a company: finds its records, and those of another company do not exist', async () => {
  const token = await signInAsAuditor(companyOf(owner));
  expect(await listProperties(token)).toEqual([theirs]);
  expect((await open(token, foreign)).status).toBe(404);
});

test('auditor of an agency: reads the records of the agency only, not those of owners who gave it a mandate', async () => {
  const { token: agent } = await signInOverHttp(app, head(agency).email);
  expect(await listProperties(agent)).toEqual([foreign]);
  const token = await signInAsAuditor(companyOf(agency));
  expect(await listProperties(token)).toEqual([]);
  expect((await open(token, foreign)).status).toBe(404);
});

test('auditor: every call that changes a record answers 403 over HTTP', async () => {
  const token = await signInAsAuditor(companyOf(owner));
  const writes = buildCallRoutes(services).filter(({ call }) => isWriteCall(call) && isBlockedForAuditor(call) && call.needs !== 'anyone');
  expect(writes.length).toBeGreaterThan(300);
  const open: string[] = [];
  for (const { call } of writes) {
    const { status } = await sendRequest(app, call.path, { method: call.method, token, body: {} });
    if (status !== 403) open.push(`${call.method} ${call.path}: ${status}`);
  }
  expect(open).toEqual([]);
});

test('auditor: reads nothing the day after the last day', async () => {
  const token = await signInAsAuditor(companyOf(owner), later(1));
  expect(await listProperties(token)).toEqual([theirs]);
  await setClock(services, `${later(2)}T00:00:01+03:00`);
  for (const path of ['/api/v2/property/all_properties/', '/api/v2/invoice/all_invoices/'])
    expect((await sendRequest(app, `${path}?page=1&page_size=50`, { token })).status, path).toBe(403);
  await setClock(services, null);
});
