import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import type { EventChannel } from '#contract/notification/events.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { previewBroadcastAudience, sendBroadcast } from './broadcast.ts';
import { cancelBroadcast, listBroadcasts, readBroadcastDetails } from './broadcast-log.ts';
import { resumeBroadcastsJob, runBroadcastStep } from './broadcast-run.ts';
import { listNotifications, markNotificationsRead } from './inbox.ts';
import { notifyBatchSize } from './service.ts';

let services: TestServices;
let superadmin: TestPerson;
let reader: TestPerson;
let n = 0;

beforeAll(async () => {
  services = await createTestServices();
  superadmin = await createPerson(services, 'superadmin');
});
beforeEach(async () => {
  reader = await createPerson(services, 'tenant');
});

const words = { heading: 'Water on Saturday', message: 'The tank is cleaned.', heading_sw: 'Maji Jumamosi', message_sw: 'Tangi linasafishwa.' };
type Meant = {
  audience: 'role' | 'region' | 'property' | 'people';
  user_type?: number;
  region?: '047' | '001';
  property_id?: number;
  ids?: number[];
  channels?: EventChannel[];
  at?: string;
};
const broadcast = (who: TestPerson, { channels = ['app'], ...given }: Meant) =>
  runAsPerson(services, who, (ctx) => sendBroadcast(ctx, { ...words, channels, ...given }));
const audience = (who: TestPerson, given: object) => previewBroadcastAudience(services.env)(createTestCtx(services, who), given as never);
const inboxOf = async (who: TestPerson) => (await listNotifications(createTestCtx(services, who), { page: 1, page_size: 100 })).results;
const person = (facts: object) =>
  services.database.db
    .insertInto('person')
    .values({ name: `Person ${++n}`, email: `p${n}@makao.test`, user_type: userTypes.tenant, onboarding: false, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('broadcast: audience', () => {
  test('a company reaches only its own people, a sub admin only people in their county, and a broadcast without an audience is refused', async () => {
    const owner = await createPerson(services, 'owner');
    const mate = await createPerson(services, 'staff');
    await services.database.db.updateTable('person').set({ company_id: owner.me.companyId }).where('id', '=', mate.id).execute();
    expect(await audience(owner, { audience: 'people', ids: [mate.id, reader.id, superadmin.id] })).toMatchObject({ people: 1, allowed: true });
    await expect(broadcast(owner, { audience: 'role', user_type: userTypes.tenant })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { user_type: 'This message has no recipients. Choose other recipients.' } },
    });
    const sub = await createPerson(services, 'subadmin');
    await services.database.db.updateTable('person').set({ region: '047' }).where('id', 'in', [sub.id, reader.id]).execute();
    expect((await audience(await reloadTestPerson(services, sub), { audience: 'people', ids: [mate.id, reader.id] })).people).toBe(1);
    await expect(broadcast(superadmin, { audience: 'region' })).rejects.toMatchObject({ extra: { fields: { region: expect.any(String) } } });
    expect(await broadcast(owner, { audience: 'people', ids: [mate.id, reader.id] })).toMatchObject({ people: 1 });
    await runQueuedJobs(services);
    expect(await inboxOf(mate)).toMatchObject([{ heading: words.heading, message: words.message, group: 'message' }]);
    expect(await inboxOf(reader)).toEqual([]);
  });

  test('filters by user type, county and property combine, and a property out of scope returns 404', async () => {
    const { db } = services.database;
    const owner = await createPerson(services, 'owner');
    const other = await createPerson(services, 'owner');
    const rows = await db.selectFrom('location').select('id').limit(1).executeTakeFirst();
    const taxon = async (kind: string) =>
      (
        await db
          .selectFrom('taxon')
          .select('id')
          .where('kind', '=', kind as never)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id;
    const property = await db
      .insertInto('property')
      .values({
        name: 'Lakeview',
        slug: `lakeview-${++n}`,
        company_id: owner.me.companyId ?? 0,
        region: '047',
        location_id: rows?.id ?? 0,
        property_type_id: await taxon('property_type'),
        category_id: await taxon('property_category'),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lead')
      .values({
        company_id: owner.me.companyId ?? 0,
        property_id: property.id,
        person_id: reader.id,
        name: 'R',
        phone: '+254700000001',
        message: 'Hi',
      } as never)
      .execute();
    const people = async (given: object) => (await audience(superadmin, given)).people;
    expect(await people({ audience: 'property', property_id: property.id })).toBe(2);
    expect(await people({ audience: 'property', property_id: property.id, user_type: userTypes.owner })).toBe(1);
    expect(await people({ audience: 'region', region: '047', property_id: property.id, user_type: userTypes.owner })).toBe(1);
    expect(await people({ audience: 'region', region: '001', property_id: property.id })).toBe(0);
    await expect(audience(other, { audience: 'property', property_id: property.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(broadcast(other, { audience: 'property', property_id: property.id })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('channel counts and deliveries omit people who opted out or have no address', async () => {
    const ids = (await Promise.all([person({ phone: '+254711000001' }), person({ phone: '+254711000002' }), person({})])).map(({ id }) => id);
    const [, deaf = 0] = ids;
    await services.database.db
      .insertInto('notification_preference')
      .values((['email', 'sms'] as const).map((channel) => ({ person_id: deaf, event_group: 'message', channel, wanted: false })))
      .execute();
    const given = { audience: 'people' as const, ids };
    expect(await audience(superadmin, { ...given, ...words })).toMatchObject({
      people: 3,
      app: 3,
      email: 2,
      sms: 1,
      text: { segments: 1, whole: true },
    });
    const { text } = await audience(superadmin, { ...given, ...words });
    expect([text?.en, text?.sw]).toEqual([expect.stringContaining('Water on Saturday'), expect.stringContaining('Maji Jumamosi')]);
    const { id } = await broadcast(superadmin, { ...given, channels: ['app', 'email', 'sms'] });
    await runQueuedJobs(services);
    const { outcome, told, read, status } = await readBroadcastDetails(createTestCtx(services, superadmin), { id });
    const countOf = (channel: EventChannel, muted: boolean) =>
      outcome.filter((one) => one.channel === channel && (one.state === 'muted') === muted).reduce((sum, one) => sum + one.count, 0);
    expect({ told, read, status }).toEqual({ told: 3, read: 0, status: 'sent' });
    expect([countOf('app', false), countOf('email', false), countOf('sms', false)]).toEqual([3, 2, 1]);
    expect([countOf('email', true), countOf('sms', true)]).toEqual([1, 1]);
  });

  test('more than 500 people require a super admin, SMS requires Makao staff, and only the chosen channels are used', async () => {
    const admin = await createPerson(services, 'admin');
    const rows = Array.from({ length: 501 }, (_, at) => ({
      name: `Dealer ${at}`,
      email: `d${at}@makao.test`,
      user_type: userTypes.dealer,
      onboarding: false,
    }));
    await services.database.db.insertInto('person').values(rows).execute();
    const given = { audience: 'role', user_type: userTypes.dealer } as const;
    expect(await audience(admin, given)).toMatchObject({ people: 501, allowed: false });
    await expect(broadcast(admin, given)).rejects.toMatchObject({ failure: 'forbidden' });
    const owner = await createPerson(services, 'owner');
    const own = { audience: 'people', ids: [owner.id] } as const;
    await expect(broadcast(owner, { ...own, ids: [...own.ids], channels: ['sms'] })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { channels: expect.any(String) } },
    });
    const { id } = await broadcast(superadmin, { audience: 'people', ids: [owner.id] });
    await runQueuedJobs(services);
    expect((await readBroadcastDetails(createTestCtx(services, superadmin), { id })).outcome).toEqual([
      { channel: 'app', state: 'delivered', count: 1 },
    ]);
  });
});

describe('broadcast: sending', () => {
  test('each person gets the broadcast once despite repeated steps, concurrent steps and a crash', async () => {
    const region = '001';
    const rows = Array.from({ length: notifyBatchSize + 20 }, () => ({
      name: `Many ${++n}`,
      email: `m${n}@makao.test`,
      user_type: userTypes.tenant,
      onboarding: false,
      region,
    }));
    await services.database.db.insertInto('person').values(rows).execute();
    const { id, people } = await broadcast(superadmin, { audience: 'region', region });
    expect(people).toBe(notifyBatchSize + 20);
    await runBroadcastStep(services, id);
    expect(await readBroadcastDetails(createTestCtx(services, superadmin), { id })).toMatchObject({ status: 'sending', told: notifyBatchSize });
    await Promise.all([runBroadcastStep(services, id), runBroadcastStep(services, id)]);
    await runBroadcastStep(services, id);
    expect(await readBroadcastDetails(createTestCtx(services, superadmin), { id })).toMatchObject({ status: 'sent', told: people });
    const { n: jobs } = await services.database.db
      .selectFrom('job_key')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    await runBroadcastStep(services, id);
    const again = await services.database.db
      .selectFrom('job_key')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(again.n).toBe(jobs);
  });

  test("a broadcast is in each reader's language, counts its readers, and is visible only to its sender and Makao", async () => {
    const swahili = await createPerson(services, 'tenant');
    await services.database.db.updateTable('person').set({ locale: 'sw' }).where('id', '=', swahili.id).execute();
    const { id } = await broadcast(superadmin, { audience: 'people', ids: [reader.id, swahili.id] });
    await runQueuedJobs(services);
    expect((await inboxOf(swahili))[0]).toMatchObject({ heading: words.heading_sw, message: words.message_sw });
    const [mine] = await inboxOf(reader);
    await runAsPerson(services, reader, (ctx) => markNotificationsRead(ctx, { type: 'single', id: mine?.id ?? 0 }));
    expect(await readBroadcastDetails(createTestCtx(services, superadmin), { id })).toMatchObject({ read: 1, told: 2 });
    const sub = await createPerson(services, 'subadmin');
    await expect(readBroadcastDetails(createTestCtx(services, sub), { id })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await listBroadcasts(createTestCtx(services, sub), { page: 1, page_size: 10 })).count).toBe(0);
  });

  test('a scheduled broadcast is sent at the scheduled time, and can be cancelled only before that time', async () => {
    await setClock(services, '2026-11-16T09:00:00Z');
    const given = { audience: 'people' as const, ids: [reader.id] };
    for (const at of ['2026-11-16T08:59:00Z', '2027-03-16T09:00:00Z'])
      await expect(broadcast(superadmin, { ...given, at })).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { at: expect.any(String) } },
      });
    const [kept, dropped] = [
      await broadcast(superadmin, { ...given, at: '2026-11-16T18:00:00+03:00' }),
      await broadcast(superadmin, { ...given, at: '2026-11-16T18:00:00+03:00' }),
    ];
    const cancel = (id: number) => runAsPerson(services, superadmin, (ctx) => cancelBroadcast(ctx, { id }));
    await runBroadcastStep(services, kept.id);
    expect((await readBroadcastDetails(createTestCtx(services, superadmin), { id: kept.id })).status).toBe('scheduled');
    expect((await cancel(dropped.id)).status).toBe('canceled');
    await setClock(services, '2026-11-16T15:00:00Z');
    for (const { id } of [kept, dropped]) await runBroadcastStep(services, id);
    await setClock(services, null);
    await runQueuedJobs(services);
    expect(await inboxOf(reader)).toHaveLength(1);
    await expect(cancel(kept.id)).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('a broadcast resumes after its job is lost, and queued, scheduled or finished broadcasts are unchanged', async () => {
    const { db } = services.database;
    const open = async () =>
      (
        await sql<{ id: string }>`select data->>'broadcastId' as id from job.job where name = 'notification.broadcast' and state < 'active'`.execute(
          db,
        )
      ).rows.map((row) => Number(row.id));
    const { id } = await broadcast(superadmin, { audience: 'people', ids: [reader.id] });
    const { id: held } = await broadcast(superadmin, { audience: 'people', ids: [reader.id] });
    const { id: later } = await broadcast(superadmin, { audience: 'people', ids: [reader.id], at: new Date(Date.now() + 864e5).toISOString() });
    await sql`delete from job.job where name = 'notification.broadcast' and data->>'broadcastId' in (${String(id)}, ${String(later)})`.execute(db);
    await resumeBroadcastsJob.run(db);
    expect((await open()).sort((a, b) => a - b)).toEqual([id, held]);
    await runQueuedJobs(services);
    expect(await inboxOf(reader)).toHaveLength(2);
    await resumeBroadcastsJob.run(db);
    expect(await open()).toEqual([]);
  });

  test('a queued broadcast is cancelled when its sender loses the permission', async () => {
    const sender = await createPerson(services, 'staff', ['notifications.create']);
    const { id } = await broadcast(sender, { audience: 'people', ids: [sender.id] });
    await services.database.db.updateTable('staff_role').set({ grants: [] }).execute();
    await runQueuedJobs(services);
    expect((await readBroadcastDetails(createTestCtx(services, superadmin), { id })).status).toBe('canceled');
    expect(await inboxOf(sender)).toEqual([]);
  });
});
