import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { supportLine } from '#server/kernel/support.ts';
import { send, tokenFor } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse('bare', { SUPPORT_PHONE: '+254 700 100 200' });
  app = await makeApp(house, null);
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

test('the environment says how support is reached until a superadmin saves it; then pages and letters say that at once', async () => {
  const token = await tokenFor(app, await somebody(house, 'superadmin'));
  const links = async () => (await send(app, '/api/support/links')).json;
  const kept = async () => (await send(app, '/api/v2/common/fetch_support_contacts/', { token })).json;
  expect(await kept()).toMatchObject({
    phone: '+254700100200',
    whatsapp: null,
    email: `support@${new URL(house.env.appUrl).hostname}`,
    revision: 0,
    by: null,
  });
  expect(await links()).toMatchObject({ phone: 'tel:+254700100200', whatsapp: null, email: expect.stringMatching(/^mailto:support@/) });
  expect((await send(app, save, { method: 'POST', token, body: { ...given, revision: 0 } })).status).toBe(200);
  const answer = await send(app, '/api/support/links');
  expect(answer.json).toEqual({
    phone: 'tel:+254712345678',
    whatsapp: 'https://wa.me/254733000111',
    email: 'mailto:help@makao.co.ke',
    help: `${house.env.appUrl}/`,
    hours_en: 'Mon to Sat',
    hours_sw: 'Jumatatu hadi Jumamosi',
  });
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(await supportLine(house.database.db, house.env, 'sw')).toBe(
    '+254712345678, WhatsApp +254733000111, help@makao.co.ke, Jumatatu hadi Jumamosi',
  );
  expect(await kept()).toMatchObject({ revision: 1, by: expect.stringContaining('superadmin') });
  // An empty number is none, whatever the environment says.
  expect((await send(app, save, { method: 'POST', token, body: { ...given, phone: '', revision: 1 } })).status).toBe(200);
  expect(await links()).toMatchObject({ phone: null });
  const log = await house.database.db.selectFrom('audit_log').select('diff').where('record_code', '=', 'support').orderBy('id').execute();
  expect(log).toHaveLength(2);
  expect(log[1]?.diff).toEqual([{ field: 'phone', old: '+254712345678', new: null }]);
});

test('only superadmins; a number that cannot be is named; whoever was slower is shown what stands there', async () => {
  const token = await tokenFor(app, await somebody(house, 'superadmin'));
  const admin = await tokenFor(app, await somebody(house, 'admin'));
  const { revision } = (await send(app, '/api/v2/common/fetch_support_contacts/', { token })).json;
  expect((await send(app, '/api/v2/common/fetch_support_contacts/', { token: admin })).status).toBe(403);
  expect((await send(app, save, { method: 'POST', token: admin, body: { ...given, revision } })).status).toBe(403);
  const wrong = await send(app, save, { method: 'POST', token, body: { ...given, whatsapp: '12', revision } });
  expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([400, ['whatsapp']]);
  const slow = await send(app, save, { method: 'POST', token, body: { ...given, email: 'late@makao.co.ke', revision: revision - 1 } });
  expect([slow.status, slow.json.current?.email]).toEqual([409, 'help@makao.co.ke']);
});
