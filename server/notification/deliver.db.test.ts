import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { startMailServer, startSmsServer } from '#test/servers/carrier-servers.ts';
import { type MessageCarriers, openMessageCarriers } from './carriers/index.ts';
import { planNotificationDelivery } from './deliver.ts';
import { writeDigests } from './digest.ts';
import { changeNotificationPreference } from './preferences.ts';
import { deliverDueNotifications } from './sender.ts';
import { type NotificationContent, notifyPerson, type PersonNotification } from './service.ts';

let services: TestServices;
let carriers: MessageCarriers;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let sms: Awaited<ReturnType<typeof startSmsServer>>;
let reader: TestPerson;
let n = 0;
const day = new Date('2026-11-15T09:00:00Z');
const night = new Date('2026-11-15T19:00:00Z');
const told = (more: Partial<NotificationContent> = {}): NotificationContent => ({
  event: 'policy.published',
  to: { personId: reader.id },
  params: { title: 'House rules' },
  key: `k${++n}`,
  page: '/policy/1/x',
  ...more,
});
const deliver = (now = day) => deliverDueNotifications(services.database.db, carriers, services.log, now);
const deliveries = (key: string) =>
  services.database.db.selectFrom('notification_delivery').selectAll().where('key', 'like', `${key}:%`).orderBy('channel').execute();
const states = async (key: string) => Object.fromEntries((await deliveries(key)).map((d) => [d.channel, d.state]));
const wish = (group: 'policy', channel: 'app' | 'email' | 'sms', on: boolean) =>
  runAsPerson(services, reader, (ctx) => changeNotificationPreference(ctx, { group, channel, on }));
const mailsTo = (email: string) => mails.mails.filter((mail) => mail.to === email);

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
beforeEach(async () => {
  reader = await createPerson(services, 'tenant');
  mails.be('kind');
  sms.answer({});
});

describe('notification delivery without duplicates', () => {
  test('a notification queued twice is delivered once, even when its jobs run a second time', async () => {
    const one = told() as unknown as PersonNotification<'message.test'>;
    await runAsPerson(services, reader, async (ctx) => {
      await notifyPerson(ctx, one);
      await notifyPerson(ctx, one);
    });
    expect(await runQueuedJobs(services)).toEqual(['notification.deliver', 'notification.send']);
    // Simulates a process that stopped after the work but before the jobs were marked, so that all of them run again.
    await sql`update job.job set state = 'retry' where name in ('notification.deliver', 'notification.send')`.execute(services.database.db);
    expect(await runQueuedJobs(services)).toEqual(['notification.deliver', 'notification.send']);
    expect(mailsTo(reader.email)).toHaveLength(1);
    expect(await states(one.key)).toEqual({ app: 'delivered', email: 'sent' });
    expect(await services.database.db.selectFrom('notification').select('id').where('event_key', '=', one.key).execute()).toHaveLength(1);
  });

  test('two concurrent workers send one email', async () => {
    await planNotificationDelivery(services, told(), day);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(mailsTo(reader.email)).toHaveLength(1);
  });

  test('an email is sent a second time under the same Message-ID when its confirmation is lost (known limitation)', async () => {
    const one = told();
    await planNotificationDelivery(services, one, day);
    const kept = (await deliveries(one.key)).find((d) => d.channel === 'email');
    await deliver();
    await services.database.db
      .updateTable('notification_delivery')
      .set({ state: 'queued', payload: JSON.stringify(kept?.payload) })
      .where('id', '=', kept?.id ?? 0)
      .execute();
    expect(await deliver(new Date(day.getTime() + 60_000))).toBe(0); // The lease of the dead sender has expired.
    expect(await deliver(new Date(day.getTime() + 180_000))).toBe(1);
    const ids = mailsTo(reader.email).map((mail) => /Message-ID: (.*)/i.exec(mail.raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('deletes the payload with its links after sending the message', async () => {
    const one = told({ event: 'account.reset_password', params: { name: 'Grace', link: '/auth/reset/secret' } });
    await planNotificationDelivery(services, one, day);
    await deliver();
    expect((await deliveries(one.key))[0]).toMatchObject({ state: 'sent', payload: null, attempts: 1 });
    expect(mailsTo(reader.email)[0]?.raw).toContain('http://localhost:3000/auth/reset/secret');
  });
});

describe('notification delivery during carrier failures', () => {
  test('every email is delivered after an hour of mail server outage', async () => {
    const one = told();
    await planNotificationDelivery(services, one, day);
    const { port } = mails;
    await mails.close();
    let now = day.getTime();
    for (const until = now + 3_600_000; now < until; now += 60_000) await deliver(new Date(now));
    expect((await deliveries(one.key)).find((d) => d.channel === 'email')).toMatchObject({
      state: 'queued',
      error: expect.stringContaining('ECONNREFUSED'),
    });
    mails = await startMailServer(port);
    for (let tries = 1; tries <= 31; tries++) await deliver(new Date(now + tries * 60_000));
    expect(await states(one.key)).toMatchObject({ email: 'sent' });
    expect(mailsTo(reader.email)).toHaveLength(1);
  });

  test('an email fails at once with the reason when the mailbox is rejected, and after two days when the server is unreachable', async () => {
    const [refused, late] = [told(), told()];
    await planNotificationDelivery(services, refused, day);
    mails.be('refusing');
    await deliver();
    expect((await deliveries(refused.key)).find((d) => d.channel === 'email')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No such mailbox'),
      payload: null,
    });
    await planNotificationDelivery(services, late, day);
    mails.be('busy');
    await deliver();
    expect(await states(late.key)).toMatchObject({ email: 'queued' });
    await deliver(new Date(Date.now() + 60 * 3_600_000));
    expect(await states(late.key)).toMatchObject({ email: 'failed' });
  });
});

describe('notification delivery: preferences', () => {
  const withPhone = () => services.database.db.updateTable('person').set({ phone: '0711 000 111' }).where('id', '=', reader.id).execute();

  test('a channel that the reader switched off is recorded as muted, and the other channels are used', async () => {
    await wish('policy', 'email', false);
    const one = told();
    await planNotificationDelivery(services, one, day);
    await deliver();
    expect(await states(one.key)).toEqual({ app: 'delivered', email: 'muted' });
    expect(mailsTo(reader.email)).toHaveLength(0);
    await wish('policy', 'app', false);
    const two = told();
    await planNotificationDelivery(services, two, day);
    expect(await states(two.key)).toEqual({ app: 'muted', email: 'muted' });
    expect(await services.database.db.selectFrom('notification').select('id').where('event_key', '=', two.key).execute()).toEqual([]);
  });

  test("SMS follow the reader's preference and are delayed until morning, except SMS that the reader requested", async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const one = told();
    await planNotificationDelivery(services, one, night);
    const before = sms.messages.length;
    await deliver(night);
    await deliver(new Date('2026-11-16T03:59:00Z'));
    expect(await states(one.key)).toMatchObject({ email: 'sent', sms: 'queued' });
    await deliver(new Date('2026-11-16T04:00:00Z'));
    expect(await states(one.key)).toMatchObject({ sms: 'sent' });
    expect(sms.messages.at(-1)?.form).toMatchObject({
      to: '+254711000111',
      message: expect.stringMatching(/^Makao: New version of a policy\..*http:\/\/localhost:3000\/policy\/1\/x$/),
    });
    const invite = told({
      event: 'invite.sent',
      to: { phone: '0722000333' },
      params: { inviter: 'Esther', what: 'Njuguna & Kin', link: '/auth/invitation/a/1' },
    });
    await planNotificationDelivery(services, invite, night);
    await deliver(night);
    expect(sms.messages).toHaveLength(before + 2);
  });

  test('a failed SMS about money is retried at night, and a failed non-urgent SMS in the morning', async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const receipt = told({
      event: 'payment.received',
      params: { sum: 'KES 16,500', home: 'A1, Acacia Court', how: 'mpesa', external: 'SKB41QZ7MT', code: 'P1' },
    });
    // Twenty seconds before the quiet hours, so that the retry falls into them.
    const evening = new Date('2026-11-15T17:59:55Z');
    const news = told();
    for (const one of [receipt, news]) await planNotificationDelivery(services, one, evening);
    sms.answer({ http: 500 });
    await deliver(evening);
    const due = async ({ key }: NotificationContent) => (await deliveries(key)).find(({ channel }) => channel === 'sms');
    expect(await due(receipt)).toMatchObject({ state: 'queued', due_at: new Date('2026-11-15T18:00:10Z') });
    expect(await due(news)).toMatchObject({ state: 'queued', due_at: new Date('2026-11-16T04:00:00Z') });
    sms.answer({});
    await deliver(new Date('2026-11-16T04:00:00Z'));
    expect([await states(receipt.key), await states(news.key)]).toMatchObject([{ sms: 'sent' }, { sms: 'sent' }]);
  });

  test("a notification uses the reader's language in the app and in email", async () => {
    await services.database.db.updateTable('person').set({ locale: 'sw' }).where('id', '=', reader.id).execute();
    const one = told({ event: 'security.password_changed', params: {} });
    await planNotificationDelivery(services, one, day);
    await deliver();
    expect(
      await services.database.db
        .selectFrom('notification')
        .select(['heading', 'type', 'event_group'])
        .where('event_key', '=', one.key)
        .executeTakeFirst(),
    ).toEqual({ heading: 'Nenosiri lako limebadilishwa', type: 'warning', event_group: 'security' });
    expect(mailsTo(reader.email)[0]?.raw).toContain('<html lang=3D"sw">');
  });

  test('SMS over the daily limit are combined into one, except urgent SMS, and a closed account gets no SMS', async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const all = Array.from({ length: 13 }, () => told());
    for (const one of all) await planNotificationDelivery(services, one, day);
    const last = await Promise.all(all.map(async (one) => (await states(one.key)).sms));
    expect(last.filter((state) => state === 'bundled').length).toBeGreaterThanOrEqual(2);
    expect(last).not.toContain('throttled');
    const home = 'Acacia Court, A1';
    const bid = { name: 'Otieno', title: home, amount: 'KES 40,000' };
    const urgent: readonly Partial<NotificationContent>[] = [
      { event: 'tenancy.leaving_asked', params: { home, day: '2027-03-31' } },
      { event: 'booking.created', params: { home, company: 'Acacia', date: '2027-03-31' } },
      { event: 'booking.more_asked', params: { home } },
      { event: 'booking.approved', params: { home, sum: 'KES 90,000', date: '2027-03-31', starts: '2027-04-01' } },
      { event: 'offer.countered', params: bid, channels: ['sms'] },
      { event: 'offer.accepted', params: bid, channels: ['sms'] },
      { event: 'tour.requested', params: { title: home, who: 'Otieno', when: 'Friday' } },
      { event: 'tour.confirmed', params: { title: home, who: 'Otieno', when: 'Friday', place: 'the gate', code: '1234' } },
    ];
    for (const one of urgent.map((more) => told(more))) {
      await planNotificationDelivery(services, one, day);
      expect(await states(one.key), one.event).toMatchObject({ sms: 'queued' });
    }
    while ((await deliver()) > 0);
    const before = sms.messages.length;
    const tomorrow = new Date(day.getTime() + 25 * 3_600_000);
    expect(await writeDigests(services.database.db, services.env, tomorrow)).toBe(1);
    expect(await writeDigests(services.database.db, services.env, tomorrow)).toBe(0);
    while ((await deliver(tomorrow)) > 0);
    expect(sms.messages).toHaveLength(before + 1);
    await services.database.db.updateTable('person').set({ closed_at: new Date() }).where('id', '=', reader.id).execute();
    const late = told();
    await planNotificationDelivery(services, late, day);
    expect(await states(late.key)).toEqual({});
  });

  test('an email is stored once in the local outbox if no carrier is configured', async () => {
    const quiet = { ...services, env: { ...services.env, SMTP_URL: undefined, SMS_API_KEY: undefined } };
    const one = told();
    await planNotificationDelivery(quiet, one, day);
    const local = openMessageCarriers(quiet);
    while ((await deliverDueNotifications(services.database.db, local, services.log, day)) > 0);
    const kept = await services.database.db.selectFrom('local_outbox').selectAll().where('key', '=', `${one.key}:email`).execute();
    expect(kept).toMatchObject([
      {
        channel: 'email',
        address: reader.email,
        subject: 'New version of a policy',
        body: expect.stringContaining('http://localhost:3000/policy/1/x'),
      },
    ]);
  });
});

describe('notification to a recipient without an account', () => {
  const guest = (to: object) => told({ event: 'thread.message', to, params: { name: 'Kevin', title: 'A1', text: 'Yes' }, page: '/talk/x' });

  test('is sent by SMS if only a phone number is known', async () => {
    const one = guest({ phone: '+254733222111' });
    await planNotificationDelivery(services, one, day);
    expect((await deliveries(one.key)).map(({ channel, address }) => [channel, address])).toEqual([['sms', '+254733222111']]);
    const other = guest({ phone: '+254733222112', email: 'guest@example.co.ke' });
    await planNotificationDelivery(services, other, day);
    expect((await deliveries(other.key)).map(({ channel }) => channel)).toEqual(['email']);
  });

  test('links to the page in the language of the message', async () => {
    const text = async (to: object) => {
      const one = guest(to);
      await planNotificationDelivery(services, one, day);
      return JSON.stringify((await deliveries(one.key))[0]?.payload);
    };
    expect(await text({ phone: '+254733222113', locale: 'sw' })).toContain('/talk/x?lang=sw');
    expect(await text({ phone: '+254733222114', locale: 'en' })).not.toContain('lang=');
  });
});
