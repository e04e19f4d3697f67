import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { mailServer, smsServer } from '#test/servers/carrier-servers.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { type Carriers, carriersOf } from './carriers/index.ts';
import { plan } from './deliver.ts';
import { writeDigests } from './digest.ts';
import { preferences } from './preferences.ts';
import { reportsPath } from './reports.ts';
import { deliverDue } from './sender.ts';
import type { Told } from './service.ts';
import { changeSettings } from './settings.ts';

let house: House;
let carriers: Carriers;
let mails: Awaited<ReturnType<typeof mailServer>>;
let sms: Awaited<ReturnType<typeof smsServer>>;
let n = 0;
const noon = new Date('2026-11-15T09:00:00Z');
const morning = new Date('2026-11-16T04:00:00Z');
beforeAll(async () => {
  mails = await mailServer();
  sms = await smsServer();
  house = await freshHouse('bare', { SMTP_URL: mails.url, SMS_URL: sms.url, SMS_USERNAME: 'sandbox', SMS_API_KEY: 'key' });
  carriers = carriersOf(house);
});
afterAll(async () => {
  await carriers.email.close();
  await Promise.all([mails.close(), sms.close()]);
});

const told = (who: Somebody, more: Partial<Told> = {}): Told => ({
  event: 'policy.published',
  to: { personId: who.id },
  params: { title: `Rules ${++n} <b>` },
  key: `when${n}`,
  page: `/policy/${n}/x`,
  ...more,
});
const change = (who: Somebody, given: Parameters<typeof changeSettings>[1]) => inTransaction(house, who, (ctx) => changeSettings(ctx, given));
const deliver = (now = noon) => deliverDue(house.database.db, carriers, house.log, now);
const stateOf = async (key: string, channel: string) =>
  (await house.database.db
    .selectFrom('notification_delivery')
    .select(['state', 'due_at', 'error', 'carrier_id'])
    .where('key', '=', `${key}:${channel}`)
    .executeTakeFirst()) ?? null;
const phoneOf = (who: Somebody, phone: string) => house.database.db.updateTable('person').set({ phone }).where('id', '=', who.id).execute();

describe('a summary', () => {
  test('gathers what can wait into one mail; security comes at once; nothing comes twice', async () => {
    const reader = await somebody(house, 'tenant');
    await change(reader, { digest: 'daily' });
    const [one, two] = [told(reader), told(reader)];
    for (const each of [one, two]) await plan(house, each, noon);
    await plan(house, told(reader, { event: 'security.password_changed', params: {} }), noon);
    await deliver();
    const mine = () => mails.mails.filter((mail) => mail.to === reader.email);
    expect(mine()).toHaveLength(1);
    expect(await stateOf(one.key, 'email')).toMatchObject({ state: 'bundled', due_at: morning });
    expect(await writeDigests(house.database.db, house.env, noon)).toBe(0);
    const written = await Promise.all([1, 2].map(() => writeDigests(house.database.db, house.env, morning)));
    expect(written.reduce((a, b) => a + b)).toBe(1);
    expect(await writeDigests(house.database.db, house.env, morning)).toBe(0);
    await deliver(morning);
    expect(mine()).toHaveLength(2);
    const text = mine()[1]?.raw ?? '';
    expect(text).toContain('Your summary: 2 messages');
    for (const each of [one, two]) expect(text.replaceAll('=\r\n', '')).toContain(String(each.page));
    const left = house.database.db
      .selectFrom('notification_delivery')
      .select('id')
      .where('person_id', '=', reader.id)
      .where('payload', 'is not', null);
    expect(await left.execute()).toEqual([]);
  });

  test('turned off, what was gathered does not wait for Monday', async () => {
    const reader = await somebody(house, 'tenant');
    await change(reader, { digest: 'weekly' });
    await plan(house, told(reader), noon);
    await change(reader, { digest: 'off' });
    expect(await writeDigests(house.database.db, house.env)).toBe(1);
  });
});

test('quiet hours are one’s own; a wrong pair is refused; preferences show what is kept', async () => {
  const reader = await somebody(house, 'tenant');
  await phoneOf(reader, '+254700111222');
  const say = async () => {
    const one = told(reader, { event: 'lead.new', params: {} });
    await plan(house, one, noon);
    return (await stateOf(one.key, 'sms'))?.due_at.toISOString();
  };
  expect(await say()).toBe(noon.toISOString());
  expect(await change(reader, { quiet: { from: 11, to: 14 } })).toEqual({ quiet: { from: 11, to: 14 }, digest: 'off' });
  expect(await say()).toBe('2026-11-15T11:00:00.000Z');
  await change(reader, { quiet: null });
  expect(await say()).toBe(noon.toISOString());
  await expect(change(reader, { quiet: { from: 5, to: 5 } })).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { quiet: expect.any(String) } },
  });
  expect((await inTransaction(house, reader, preferences)).settings).toEqual({ quiet: null, digest: 'off' });
});

describe('what Africa’s Talking reports', () => {
  let app: Awaited<ReturnType<typeof makeApp>> | undefined;
  afterAll(() => app?.close());
  const report = async (form: Record<string, string>, path = `${reportsPath(house.secret)}/delivery`) => {
    app ??= await makeApp(house, null);
    return send(app, path, { method: 'POST', form });
  };
  async function sent(phone: string): Promise<{ key: string; id: string; reader: Somebody }> {
    const reader = await somebody(house, 'tenant');
    await phoneOf(reader, phone);
    const one = told(reader, { event: 'lead.new', params: {} });
    await plan(house, one, noon);
    await deliver();
    const row = await stateOf(one.key, 'sms');
    expect(row).toMatchObject({ state: 'sent', carrier_id: expect.stringMatching(/^ATXid_/) });
    return { key: one.key, id: row?.carrier_id ?? '', reader };
  }

  test('arrived is delivered and stays so; lost says why; a station on the way changes nothing', async () => {
    const [good, bad] = [await sent('+254700000001'), await sent('+254700000002')];
    const of = (id: string, status: string, more = {}) => ({ id, status, phoneNumber: '+254700000001', networkCode: '63902', ...more });
    expect((await report(of(good.id, 'Buffered'))).status).toBe(200);
    expect(await stateOf(good.key, 'sms')).toMatchObject({ state: 'sent' });
    await report(of(good.id, 'Success'));
    await report(of(good.id, 'Failed', { failureReason: 'DeliveryFailure' }));
    expect(await stateOf(good.key, 'sms')).toMatchObject({ state: 'delivered', error: null });
    await report(of(bad.id, 'Rejected', { failureReason: 'UserInBlackList', retryCount: '0' }));
    expect(await stateOf(bad.key, 'sms')).toMatchObject({ state: 'failed', error: 'Rejected: UserInBlackList' });
  });

  test('an address nobody gave out is not found; what is missing is named; a message we do not know is taken quietly', async () => {
    expect((await report({ id: 'x', status: 'Success' }, '/api/hooks/sms/guessed/delivery')).status).toBe(404);
    const empty = await report({ status: 'Success' });
    expect([empty.status, empty.json.message]).toEqual([400, 'Required parameter was null or undefined: id']);
    expect((await report({ id: 'ATXid_unknown', status: 'Success' })).status).toBe(200);
  });

  test('STOP ends every SMS that can wait, and nothing else', async () => {
    const { reader } = await sent('+254700000003');
    expect((await report({ phoneNumber: '+254700000003', senderId: 'MAKAO' }, `${reportsPath(house.secret)}/opt_out`)).status).toBe(200);
    const next = told(reader, { event: 'lead.new', params: {} });
    await plan(house, next, noon);
    expect(await stateOf(next.key, 'sms')).toMatchObject({ state: 'muted' });
    expect(await stateOf(next.key, 'email')).toMatchObject({ state: 'queued' });
  });
});
