import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

/** A log entry of a colleague in the company, and a private file of theirs. */
async function seed(companyId: number | null) {
  const { db } = services.database;
  const other = await createPerson(services, 'tenant');
  const trace = { actor_id: other.id, company_id: companyId, kind: 1, document: 'property', request_id: 'theirs', ip: '127.0.0.1', agent: 'x' };
  const { id } = await db
    .insertInto('audit_log')
    .values({ ...trace, diff: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = `${String(id).padStart(40, '0')}.pdf`;
  await services.storage.put(key, Buffer.from('%PDF-1.7'), 'application/pdf');
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: other.id, company_id: companyId, name: 'cv.pdf' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('media_variant').values({ file_id: file.id, key, type: 'application/pdf', bytes: 8, label: 'original' }).execute();
  return { trace: id, key, other: other.id };
}

const hold: Record<string, (who: TestPerson) => Promise<unknown>> = {
  'must enrol': (who) => services.database.db.updateTable('person').set({ second_step_waived: false }).where('id', '=', who.id).execute(),
  ...Object.fromEntries(
    (['pending', 'suspended', 'rejected'] as const).map((verified_status) => [
      verified_status,
      (who: TestPerson) => services.database.db.updateTable('person').set({ verified_status }).where('id', '=', who.id).execute(),
    ]),
  ),
};

test.each([
  ['superadmin', 'must enrol'],
  ['admin', 'must enrol'],
  ['owner', 'pending'],
  ['agent', 'suspended'],
  ['dealer', 'rejected'],
] as const)('restricted account: a %s (%s) sees only their own log entries and no company files', async (role, why) => {
  const who = await createPerson(services, role);
  const { cookie, token } = await signInOverHttp(app, who.email);
  const { trace, key, other } = await seed(who.me.companyId);
  const seen = async () => {
    const list = await sendRequest(app, '/api/v2/audit/logs/?page=1&page_size=100', { token });
    const csv = await sendRequest(app, '/api/v2/audit/export_logs/', { method: 'POST', token, body: {} });
    return {
      others: list.json.results.some((row: { actor: { id: number } | null }) => row.actor?.id === other),
      own: list.json.results.some((row: { actor: { id: number } | null }) => row.actor?.id === who.id),
      detail: (await sendRequest(app, `/api/v2/audit/log_details/?id=${trace}`, { token })).status,
      exported: csv.text.includes(`tenant ${other}`) || csv.json.count > list.json.count + 1,
      file: (await sendRequest(app, `/media/${key}`, { cookie })).status,
    };
  };
  const free = await seen();
  expect(free).toMatchObject({ others: true, own: true, detail: 200, file: 200 });
  await hold[why]?.(who);
  expect(await seen()).toEqual({ others: false, own: true, detail: 404, exported: false, file: 404 });
});

test("restricted account: an owner pending verification can still correct the company's details", async () => {
  const who = await createPerson(services, 'owner');
  const { token } = await signInOverHttp(app, who.email);
  await hold.pending?.(who);
  const mended = await sendRequest(app, '/api/v2/accounts/owner/update_owner_details', {
    method: 'POST',
    token,
    body: { company_name: 'By its right name' },
  });
  expect(mended.status, mended.text).toBe(200);
  expect(mended.text).toContain('By its right name');
});
