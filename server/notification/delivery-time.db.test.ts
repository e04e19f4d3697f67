import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { startMailServer, startSmsServer } from '#test/servers/carrier-servers.ts';
import { type MessageCarriers, openMessageCarriers } from './carriers/index.ts';
import { planNotificationDelivery } from './deliver.ts';
import { writeDigests } from './digest.ts';
import { readNotificationPreferences } from './preferences.ts';
import { buildSmsReportsPath } from './reports.ts';
import { deliverDueNotifications } from './sender.ts';
import type { NotificationContent } from './service.ts';
import { changeNotificationSettings } from './settings.ts';

let services: TestServices;
let carriers: MessageCarriers;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let sms: Awaited<ReturnType<typeof startSmsServer>>;
let n = 0;
const noon = new Date('2026-11-15T09:00:00Z');
const morning = new Date('2026-11-16T04:00:00Z');
beforeAll(async () => {
  mails = await startMailServer();
  sms = await startSmsServer();
  services = await createTestServices('bare', { SMTP_URL: mails.url, SMS_URL: sms.url, SMS_USERNAME: 'sandbox', SMS_API_KEY: 'key' });
  carriers = openMessageCarriers(services);
});
afterAll(async () => {
  await carriers.email.close();
  await Promise.all([mails.close(), sms.close()]);
});

const told = (who: TestPerson, more: Partial<NotificationContent> = {}): NotificationContent => ({
  event: 'policy.published',
  to: { personId: who.id },
  params: { title: `Rules ${++n} <b>` },
  key: `when${n}`,
  page: `/policy/${n}/x`,
  ...more,
});
const change = (who: TestPerson, given: Parameters<typeof changeNotificationSettings>[1]) =>
  runAsPerson(services, who, (ctx) => changeNotificationSettings(ctx, given));
const deliver = (now = noon) => deliverDueNotifications(services.database.db, carriers, services.log, now);
const stateOf = async (key: string, channel: string) =>
  (await services.database.db
    .selectFrom('notification_delivery')
    .select(['state', 'due_at', 'error', 'carrier_id'])
    .where('key', '=', `${key}:${channel}`)
    .executeTakeFirst()) ?? null;
const phoneOf = (who: TestPerson, phone: string) => services.database.db.updateTable('person').set({ phone }).where('id', '=', who.id).execute();

describe('notification summary', () => {
  test('combines non-urgent events into one email without duplicates, while security events are sent at once', async () => {
    const reader = await createPerson(services, 'tenant');
    await change(reader, { digest: 'daily' });
    const [one, two] = [told(reader), told(reader)];
    for (const each of [one, two]) await planNotificationDelivery(services, each, noon);
    await planNotificationDelivery(services, told(reader, { event: 'security.password_changed', params: {} }), noon);
    await deliver();
    const mine = () => mails.mails.filter((mail) => mail.to === reader.email);
    expect(mine()).toHaveLength(1);
    expect(await stateOf(one.key, 'email')).toMatchObject({ state: 'bundled', due_at: morning });
    expect(await writeDigests(services.database.db, services.env, noon)).toBe(0);
    const written = await Promise.all([1, 2].map(() => writeDigests(services.database.db, services.env, morning)));
    expect(written.reduce((a, b) => a + b)).toBe(1);
    expect(await writeDigests(services.database.db, services.env, morning)).toBe(0);
    await deliver(morning);
    expect(mine()).toHaveLength(2);
    const text = mine()[1]?.raw ?? '';
    expect(text).toContain('Your summary: 2 messages');
    for (const each of [one, two]) expect(text.replaceAll('=\r\n', '')).toContain(String(each.page));
    const left = services.database.db
      .selectFrom('notification_delivery')
      .select('id')
      .where('person_id', '=', reader.id)
      .where('payload', 'is not', null);
    expect(await left.execute()).toEqual([]);
  });

  test('collected events are sent at once when the reader switches summaries off', async () => {
    const reader = await createPerson(services, 'tenant');
    await change(reader, { digest: 'weekly' });
    await planNotificationDelivery(services, told(reader), noon);
    await change(reader, { digest: 'off' });
    expect(await writeDigests(services.database.db, services.env)).toBe(1);
  });
});

test('notification settings: quiet hours apply only to the person who set them, and invalid hours are refused', async () => {
  const reader = await createPerson(services, 'tenant');
  await phoneOf(reader, '+254700111222');
  const say = async () => {
    const one = told(reader, { event: 'lead.new', params: {} });
    await planNotificationDelivery(services, one, noon);
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
  expect((await runAsPerson(services, reader, readNotificationPreferences)).settings).toEqual({ quiet: null, digest: 'off' });
});

describe("Africa's Talking delivery callbacks", () => {
  let app: Awaited<ReturnType<typeof makeApp>> | undefined;
  afterAll(() => app?.close());
  const report = async (form: Record<string, string>, path = `${buildSmsReportsPath(services.secret)}/delivery`) => {
    app ??= await makeApp(services, null);
    return sendRequest(app, path, { method: 'POST', form });
  };
  async function sent(phone: string): Promise<{ key: string; id: string; reader: TestPerson }> {
    const reader = await createPerson(services, 'tenant');
    await phoneOf(reader, phone);
    const one = told(reader, { event: 'lead.new', params: {} });
    await planNotificationDelivery(services, one, noon);
    await deliver();
    const row = await stateOf(one.key, 'sms');
    expect(row).toMatchObject({ state: 'sent', carrier_id: expect.stringMatching(/^ATXid_/) });
    return { key: one.key, id: row?.carrier_id ?? '', reader };
  }

  test('a delivered state is final, a failure stores its reason, and an intermediate state changes nothing', async () => {
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

  test('an unknown callback address returns 404, an error names missing fields, and callbacks for unknown messages are accepted', async () => {
    expect((await report({ id: 'x', status: 'Success' }, '/api/hooks/sms/guessed/delivery')).status).toBe(404);
    const empty = await report({ status: 'Success' });
    expect([empty.status, empty.json.message]).toEqual([400, 'Required parameter was null or undefined: id']);
    expect((await report({ id: 'ATXid_unknown', status: 'Success' })).status).toBe(200);
  });

  test('a reply of STOP ends optional SMS but not required SMS', async () => {
    const { reader } = await sent('+254700000003');
    expect((await report({ phoneNumber: '+254700000003', senderId: 'MAKAO' }, `${buildSmsReportsPath(services.secret)}/opt_out`)).status).toBe(200);
    const next = told(reader, { event: 'lead.new', params: {} });
    await planNotificationDelivery(services, next, noon);
    expect(await stateOf(next.key, 'sms')).toMatchObject({ state: 'muted' });
    expect(await stateOf(next.key, 'email')).toMatchObject({ state: 'queued' });
  });
});
