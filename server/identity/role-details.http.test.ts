import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(async () => void (await app.close()));
const post = (path: string, token: string, body: object) => send(app, `/api/v2/accounts/${path}/`, { method: 'POST', token, body });

test('payout details are changed after the password, masked wherever they are read, and told by every way', async () => {
  const { db } = house.database;
  const owner = await somebody(house, 'owner');
  await db.updateTable('person').set({ phone: '+254711000333' }).where('id', '=', owner.id).execute();
  const { token } = await signedIn(app, owner.email);
  const bank = { by: 'bank', bank: '68', account: '0123456789', name: 'Wanjiru Kamau' };
  await db
    .updateTable('person_session')
    .set({ proved_at: new Date(Date.now() - 3_600_000) })
    .where('person_id', '=', owner.id)
    .execute();
  expect(await post('change_payout', token, { payout: bank })).toMatchObject({ status: 403, json: { reauthenticate: true } });
  expect((await send(app, '/api/v2/accounts/role_details/', { token })).json).toMatchObject({ payout: null });
  await db.updateTable('person_session').set({ proved_at: new Date() }).where('person_id', '=', owner.id).execute();
  const saved = await post('change_payout', token, { payout: bank });
  expect(saved).toMatchObject({ status: 200, json: { payout: { by: 'bank', bank: '68', hint: '•••789' } } });
  const answers = [saved.text, (await send(app, '/api/v2/accounts/role_details/', { token })).text];
  const log = await db.selectFrom('audit_log').selectAll().where('document', '=', 'account').where('record_id', '=', owner.id).execute();
  expect(JSON.stringify(log)).toContain('Equity Bank Kenya •••789');
  for (const text of [...answers, JSON.stringify(log)]) expect(text).not.toContain('0123456789');
  expect((await told(house, 'security.payout_changed')).map((one) => one.to.personId)).toEqual([owner.id]);
  await drain(house);
  const ways = await db.selectFrom('notification_delivery').select('channel').where('event', '=', 'security.payout_changed').execute();
  expect(ways.map(({ channel }) => channel).sort()).toEqual(['app', 'email', 'sms']);
  const mpesa = await post('change_payout', token, { payout: { by: 'mpesa', phone: '0722 000 418' } });
  expect(mpesa.json).toMatchObject({ payout: { by: 'mpesa', bank: null, hint: '•••418' } });
});

test('a tenant changes what they look for; what belongs to another role is refused', async () => {
  const tenant = await somebody(house, 'tenant');
  const { token } = await signedIn(app, tenant.email);
  expect((await post('change_wishes', token, { budget_cents: 2_500_000, areas: ['047'] })).json).toMatchObject({
    budget_cents: 2_500_000,
    areas: ['047'],
  });
  expect((await post('change_wishes', token, { areas: [] })).json).toMatchObject({ budget_cents: null, areas: [] });
  expect((await post('change_payout', token, { payout: { by: 'mpesa', phone: '0722 000 418' } })).status).toBe(409);
  expect((await post('change_wishes', token, { areas: ['99'] })).status).toBe(400);
});
