import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { drain } from '#test/jobs.ts';
import { mailServer, smsServer } from '#test/servers/carrier-servers.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { type Carriers, carriersOf } from './carriers/index.ts';
import { plan } from './deliver.ts';
import { writeDigests } from './digest.ts';
import { changePreference } from './preferences.ts';
import { deliverDue } from './sender.ts';
import { type Telling, type Told, tell } from './service.ts';

let house: House;
let carriers: Carriers;
let mails: Awaited<ReturnType<typeof mailServer>>;
let sms: Awaited<ReturnType<typeof smsServer>>;
let reader: Somebody;
let n = 0;
const day = new Date('2026-11-15T09:00:00Z');
const night = new Date('2026-11-15T19:00:00Z');
const told = (more: Partial<Told> = {}): Told => ({
  event: 'policy.published',
  to: { personId: reader.id },
  params: { title: 'House rules' },
  key: `k${++n}`,
  page: '/policy/1/x',
  ...more,
});
const deliver = (now = day) => deliverDue(house.database.db, carriers, house.log, now);
const deliveries = (key: string) =>
  house.database.db.selectFrom('notification_delivery').selectAll().where('key', 'like', `${key}:%`).orderBy('channel').execute();
const states = async (key: string) => Object.fromEntries((await deliveries(key)).map((d) => [d.channel, d.state]));
const wish = (group: 'policy', channel: 'app' | 'email' | 'sms', on: boolean) =>
  inTransaction(house, reader, (ctx) => changePreference(ctx, { group, channel, on }));
const mailsTo = (email: string) => mails.mails.filter((mail) => mail.to === email);

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
beforeEach(async () => {
  reader = await somebody(house, 'tenant');
  mails.be('kind');
  sms.answer({});
});

describe('once', () => {
  test('promised with the change, delivered after it; a handler that is run again tells nobody again', async () => {
    const one = told() as unknown as Telling<'message.test'>;
    await inTransaction(house, reader, async (ctx) => {
      await tell(ctx, one);
      await tell(ctx, one);
    });
    expect(await drain(house)).toEqual(['notification.deliver', 'notification.send']);
    // The process died after the work and before the jobs were marked: all of it comes again.
    await sql`update job.job set state = 'retry' where name in ('notification.deliver', 'notification.send')`.execute(house.database.db);
    expect(await drain(house)).toEqual(['notification.deliver', 'notification.send']);
    expect(mailsTo(reader.email)).toHaveLength(1);
    expect(await states(one.key)).toEqual({ app: 'delivered', email: 'sent' });
    expect(await house.database.db.selectFrom('notification').select('id').where('event_key', '=', one.key).execute()).toHaveLength(1);
  });

  test('two senders at once send one mail', async () => {
    await plan(house, told(), day);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(mailsTo(reader.email)).toHaveLength(1);
  });

  test('the known limit: the server took it and our mark was lost, so it goes again, under the same Message-ID', async () => {
    const one = told();
    await plan(house, one, day);
    const kept = (await deliveries(one.key)).find((d) => d.channel === 'email');
    await deliver();
    await house.database.db
      .updateTable('notification_delivery')
      .set({ state: 'queued', payload: JSON.stringify(kept?.payload) })
      .where('id', '=', kept?.id ?? 0)
      .execute();
    expect(await deliver(new Date(day.getTime() + 60_000))).toBe(0); // leased to the dead one
    expect(await deliver(new Date(day.getTime() + 180_000))).toBe(1);
    const ids = mailsTo(reader.email).map((mail) => /Message-ID: (.*)/i.exec(mail.raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('what was sent is not kept: the payload with its links goes', async () => {
    const one = told({ event: 'account.reset_password', params: { name: 'Grace', link: '/auth/reset/secret' } });
    await plan(house, one, day);
    await deliver();
    expect((await deliveries(one.key))[0]).toMatchObject({ state: 'sent', payload: null, attempts: 1 });
    expect(mailsTo(reader.email)[0]?.raw).toContain('http://localhost:3000/auth/reset/secret');
  });
});

describe('a carrier in trouble', () => {
  test('a mail server away for an hour loses nothing', async () => {
    const one = told();
    await plan(house, one, day);
    const { port } = mails;
    await mails.close();
    let now = day.getTime();
    for (const until = now + 3_600_000; now < until; now += 60_000) await deliver(new Date(now));
    expect((await deliveries(one.key)).find((d) => d.channel === 'email')).toMatchObject({
      state: 'queued',
      error: expect.stringContaining('ECONNREFUSED'),
    });
    mails = await mailServer(port);
    for (let tries = 1; tries <= 31; tries++) await deliver(new Date(now + tries * 60_000));
    expect(await states(one.key)).toMatchObject({ email: 'sent' });
    expect(mailsTo(reader.email)).toHaveLength(1);
  });

  test('a refused mailbox fails at once and says why; a server that stays away for two days fails too', async () => {
    const [refused, late] = [told(), told()];
    await plan(house, refused, day);
    mails.be('refusing');
    await deliver();
    expect((await deliveries(refused.key)).find((d) => d.channel === 'email')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No such mailbox'),
      payload: null,
    });
    await plan(house, late, day);
    mails.be('busy');
    await deliver();
    expect(await states(late.key)).toMatchObject({ email: 'queued' });
    await deliver(new Date(Date.now() + 60 * 3_600_000));
    expect(await states(late.key)).toMatchObject({ email: 'failed' });
  });
});

describe('what a reader wants', () => {
  const withPhone = () => house.database.db.updateTable('person').set({ phone: '0711 000 111' }).where('id', '=', reader.id).execute();

  test('a muted channel is written down as muted and stays silent; the others still speak', async () => {
    await wish('policy', 'email', false);
    const one = told();
    await plan(house, one, day);
    await deliver();
    expect(await states(one.key)).toEqual({ app: 'delivered', email: 'muted' });
    expect(mailsTo(reader.email)).toHaveLength(0);
    await wish('policy', 'app', false);
    const two = told();
    await plan(house, two, day);
    expect(await states(two.key)).toEqual({ app: 'muted', email: 'muted' });
    expect(await house.database.db.selectFrom('notification').select('id').where('event_key', '=', two.key).execute()).toEqual([]);
  });

  test('SMS by wish, held over night, sent in the morning; what somebody waits for comes at night', async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const one = told();
    await plan(house, one, night);
    const before = sms.messages.length;
    await deliver(night);
    await deliver(new Date('2026-11-16T03:59:00Z'));
    expect(await states(one.key)).toMatchObject({ email: 'sent', sms: 'queued' });
    await deliver(new Date('2026-11-16T04:00:00Z'));
    expect(await states(one.key)).toMatchObject({ sms: 'sent' });
    expect(sms.messages.at(-1)?.form).toMatchObject({
      to: '+254711000111',
      message: expect.stringMatching(/^Makao: A policy changed\..*http:\/\/localhost:3000\/policy\/1\/x$/),
    });
    const invite = told({
      event: 'invite.sent',
      to: { phone: '0722000333' },
      params: { inviter: 'Esther', what: 'Njuguna & Kin', link: '/auth/invitation/a/1' },
    });
    await plan(house, invite, night);
    await deliver(night);
    expect(sms.messages).toHaveLength(before + 2);
  });

  test('an SMS about money that fails at night is tried again at night; one that can wait is tried again in the morning', async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const receipt = told({
      event: 'payment.received',
      params: { sum: 'KES 16,500', home: 'A1, Acacia Court', how: 'mpesa', external: 'SKB41QZ7MT', code: 'P1' },
    });
    // Twenty seconds before the quiet hours: its next attempt would fall into them.
    const evening = new Date('2026-11-15T17:59:55Z');
    const news = told();
    for (const one of [receipt, news]) await plan(house, one, evening);
    sms.answer({ http: 500 });
    await deliver(evening);
    const due = async ({ key }: Told) => (await deliveries(key)).find(({ channel }) => channel === 'sms');
    expect(await due(receipt)).toMatchObject({ state: 'queued', due_at: new Date('2026-11-15T18:00:10Z') });
    expect(await due(news)).toMatchObject({ state: 'queued', due_at: new Date('2026-11-16T04:00:00Z') });
    sms.answer({});
    await deliver(new Date('2026-11-16T04:00:00Z'));
    expect([await states(receipt.key), await states(news.key)]).toMatchObject([{ sms: 'sent' }, { sms: 'sent' }]);
  });

  test('their own language, in the app and in the mail', async () => {
    await house.database.db.updateTable('person').set({ locale: 'sw' }).where('id', '=', reader.id).execute();
    const one = told({ event: 'security.password_changed', params: {} });
    await plan(house, one, day);
    await deliver();
    expect(
      await house.database.db
        .selectFrom('notification')
        .select(['heading', 'type', 'event_group'])
        .where('event_key', '=', one.key)
        .executeTakeFirst(),
    ).toEqual({ heading: 'Nenosiri lako limebadilishwa', type: 'warning', event_group: 'security' });
    expect(mailsTo(reader.email)[0]?.raw).toContain('<html lang=3D"sw">');
  });

  test('more SMS than anybody bears come later as one; what has a clock, a code or a question comes all the same; a closed account is told nothing', async () => {
    await withPhone();
    await wish('policy', 'sms', true);
    const all = Array.from({ length: 13 }, () => told());
    for (const one of all) await plan(house, one, day);
    const last = await Promise.all(all.map(async (one) => (await states(one.key)).sms));
    expect(last.filter((state) => state === 'bundled').length).toBeGreaterThanOrEqual(2);
    expect(last).not.toContain('throttled');
    const home = 'Acacia Court, A1';
    const bid = { name: 'Otieno', title: home, amount: 'KES 40,000' };
    const urgent: readonly Partial<Told>[] = [
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
      await plan(house, one, day);
      expect(await states(one.key), one.event).toMatchObject({ sms: 'queued' });
    }
    while ((await deliver()) > 0);
    const before = sms.messages.length;
    const tomorrow = new Date(day.getTime() + 25 * 3_600_000);
    expect(await writeDigests(house.database.db, house.env, tomorrow)).toBe(1);
    expect(await writeDigests(house.database.db, house.env, tomorrow)).toBe(0);
    while ((await deliver(tomorrow)) > 0);
    expect(sms.messages).toHaveLength(before + 1);
    await house.database.db.updateTable('person').set({ closed_at: new Date() }).where('id', '=', reader.id).execute();
    const late = told();
    await plan(house, late, day);
    expect(await states(late.key)).toEqual({});
  });

  test('without carriers everything stays in the local outbox, once', async () => {
    const quiet = { ...house, env: { ...house.env, SMTP_URL: undefined, SMS_API_KEY: undefined } };
    const one = told();
    await plan(quiet, one, day);
    const local = carriersOf(quiet);
    while ((await deliverDue(house.database.db, local, house.log, day)) > 0);
    const kept = await house.database.db.selectFrom('local_outbox').selectAll().where('key', '=', `${one.key}:email`).execute();
    expect(kept).toMatchObject([
      { channel: 'email', address: reader.email, subject: 'A policy changed', body: expect.stringContaining('http://localhost:3000/policy/1/x') },
    ]);
  });
});

describe('whoever has no account', () => {
  const guest = (to: object) => told({ event: 'thread.message', to, params: { name: 'Kevin', title: 'A1', text: 'Yes' }, page: '/talk/x' });

  test('is texted what would have been mailed where they gave a number alone', async () => {
    const one = guest({ phone: '+254733222111' });
    await plan(house, one, day);
    expect((await deliveries(one.key)).map(({ channel, address }) => [channel, address])).toEqual([['sms', '+254733222111']]);
    const other = guest({ phone: '+254733222112', email: 'guest@example.co.ke' });
    await plan(house, other, day);
    expect((await deliveries(other.key)).map(({ channel }) => channel)).toEqual(['email']);
  });

  test('opens the page in the language they are written to in', async () => {
    const text = async (to: object) => {
      const one = guest(to);
      await plan(house, one, day);
      return JSON.stringify((await deliveries(one.key))[0]?.payload);
    };
    expect(await text({ phone: '+254733222113', locale: 'sw' })).toContain('/talk/x?lang=sw');
    expect(await text({ phone: '+254733222114', locale: 'en' })).not.toContain('lang=');
  });
});
