import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { readSupportContactLine } from '#server/kernel/support.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('bare', { SUPPORT_PHONE: '+254 700 100 200' });
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const save = '/api/v2/common/update_support_contacts/';
const given = {
  phone: '0712 345 678',
  whatsapp: '0733 000 111',
  email: 'help@makao.co.ke',
  hours_en: 'Mon to Sat',
  hours_sw: 'Jumatatu hadi Jumamosi',
};

test('support contacts: come from the environment until a super admin saves others, which appear at once on pages and in emails', async () => {
  const token = await signInForApiToken(app, await createPerson(services, 'superadmin'));
  const links = async () => (await sendRequest(app, '/api/support/links')).json;
  const kept = async () => (await sendRequest(app, '/api/v2/common/fetch_support_contacts/', { token })).json;
  expect(await kept()).toMatchObject({
    phone: '+254700100200',
    whatsapp: null,
    email: `support@${new URL(services.env.appUrl).hostname}`,
    revision: 0,
    by: null,
  });
  expect(await links()).toMatchObject({ phone: 'tel:+254700100200', whatsapp: null, email: expect.stringMatching(/^mailto:support@/) });
  expect((await sendRequest(app, save, { method: 'POST', token, body: { ...given, revision: 0 } })).status).toBe(200);
  const answer = await sendRequest(app, '/api/support/links');
  expect(answer.json).toEqual({
    phone: 'tel:+254712345678',
    whatsapp: 'https://wa.me/254733000111',
    email: 'mailto:help@makao.co.ke',
    help: `${services.env.appUrl}/`,
    hours_en: 'Mon to Sat',
    hours_sw: 'Jumatatu hadi Jumamosi',
  });
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(await readSupportContactLine(services.database.db, services.env, 'sw')).toBe(
    '+254712345678, WhatsApp +254733000111, help@makao.co.ke, Jumatatu hadi Jumamosi',
  );
  expect(await kept()).toMatchObject({ revision: 1, by: expect.stringContaining('superadmin') });
  // An empty number means no number, whatever the environment contains.
  expect((await sendRequest(app, save, { method: 'POST', token, body: { ...given, phone: '', revision: 1 } })).status).toBe(200);
  expect(await links()).toMatchObject({ phone: null });
  const log = await services.database.db.selectFrom('audit_log').select('diff').where('record_code', '=', 'support').orderBy('id').execute();
  expect(log).toHaveLength(2);
  expect(log[1]?.diff).toEqual([{ field: 'phone', old: '+254712345678', new: null }]);
});

test('support contacts: only super admins may save, an invalid number is rejected, and a stale revision returns the saved version', async () => {
  const token = await signInForApiToken(app, await createPerson(services, 'superadmin'));
  const admin = await signInForApiToken(app, await createPerson(services, 'admin'));
  const { revision } = (await sendRequest(app, '/api/v2/common/fetch_support_contacts/', { token })).json;
  expect((await sendRequest(app, '/api/v2/common/fetch_support_contacts/', { token: admin })).status).toBe(403);
  expect((await sendRequest(app, save, { method: 'POST', token: admin, body: { ...given, revision } })).status).toBe(403);
  const wrong = await sendRequest(app, save, { method: 'POST', token, body: { ...given, whatsapp: '12', revision } });
  expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([400, ['whatsapp']]);
  const slow = await sendRequest(app, save, { method: 'POST', token, body: { ...given, email: 'late@makao.co.ke', revision: revision - 1 } });
  expect([slow.status, slow.json.current?.email]).toEqual([409, 'help@makao.co.ke']);
});
