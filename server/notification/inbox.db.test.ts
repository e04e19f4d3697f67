import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { listDeliveries, readLocalOutbox } from './delivery-log.ts';
import { countUnreadNotifications, listNotifications, markNotificationsRead, removeNotification, sendTestNotification } from './inbox.ts';
import { readNotificationPreferences } from './preferences.ts';

let services: TestServices;
let reader: TestPerson;
let other: TestPerson;
let n = 0;
const give = async (to: TestPerson, count: number): Promise<number[]> => {
  const rows = Array.from({ length: count }, () => ({
    person_id: to.id,
    event: 'message.test',
    event_group: 'message',
    event_key: `i${++n}`,
    heading: `Heading ${n}`,
    message: 'Words',
  }));
  return (await services.database.db.insertInto('notification').values(rows).returning('id').execute()).map((row) => row.id);
};
const mark = (who: TestPerson, given: { type: 'single' | 'multiple'; id?: number }) =>
  runAsPerson(services, who, (ctx) => markNotificationsRead(ctx, given));
const audited = async (document: string) =>
  (
    await services.database.db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('document', '=', document as never)
      .executeTakeFirstOrThrow()
  ).n;
const settle = () => runQueuedJobs(services);

beforeAll(async () => {
  services = await createTestServices();
});
beforeEach(async () => {
  reader = await createPerson(services, 'tenant');
  other = await createPerson(services, 'superadmin');
});

describe('own notifications', () => {
  test('cannot be listed, marked or deleted by other people, including super admins', async () => {
    const [id = 0] = await give(reader, 1);
    expect((await listNotifications(createTestCtx(services, other), { page: 1, page_size: 10 })).count).toBe(0);
    await expect(mark(other, { type: 'single', id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(runAsPerson(services, other, (ctx) => removeNotification(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await listNotifications(createTestCtx(services, reader), { page: 1, page_size: 10 })).results.map((one) => [one.id, one.read])).toEqual([
      [id, false],
    ]);
  });

  test('a bulk request marks the newest 21 as read with one audit entry each, and a repeated request marks the rest', async () => {
    const ids = (await give(reader, 30)).reverse();
    await give(other, 3);
    await mark(reader, { type: 'single', id: ids[0] ?? 0 });
    const before = await audited('notifications');
    const first = await mark(reader, { type: 'multiple' });
    expect(first).toEqual({ ids: ids.slice(1, 22), count: 8 });
    expect(await audited('notifications')).toBe(before + 21);
    expect((await mark(reader, { type: 'multiple' })).count).toBe(0);
    expect((await mark(reader, { type: 'multiple' })).ids).toEqual([]);
    expect(await countUnreadNotifications(createTestCtx(services, other))).toBe(3);
    await expect(mark(reader, { type: 'single' })).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { id: expect.any(String) } } });
  });

  test('can be filtered by read state and text, and are paged with the newest first', async () => {
    const ids = await give(reader, 3);
    await mark(reader, { type: 'single', id: ids[1] ?? 0 });
    const found = async (z_filter: object) =>
      (await listNotifications(createTestCtx(services, reader), { page: 1, page_size: 10, z_filter })).results.map((one) => one.id);
    expect(await found({ read: false })).toEqual([ids[2], ids[0]]);
    expect(await found({ read: true })).toEqual([ids[1]]);
    expect(await found({ heading: `ing ${n}` })).toEqual([ids[2]]);
    expect(await found({ group: 'policy' })).toEqual([]);
  });

  test('include the test notification that the person sent', async () => {
    await runAsPerson(services, reader, sendTestNotification);
    await settle();
    expect((await listNotifications(createTestCtx(services, reader), { page: 1, page_size: 10 })).results).toMatchObject([
      { event: 'message.test', type: 'success', read: false },
    ]);
  });
});

test('notification preferences: equal the default of each event until the person changes the preference', async () => {
  const { results, phone } = await readNotificationPreferences(createTestCtx(services, reader));
  expect(phone).toBe(false);
  expect(results.filter((one) => one.group === 'policy')).toEqual([
    { group: 'policy', channel: 'app', on: true },
    { group: 'policy', channel: 'email', on: true },
    { group: 'policy', channel: 'sms', on: false },
  ]);
});

test('delivery log and outbox: a sub admin sees no deliveries, and the local outbox does not exist in production', async () => {
  await runAsPerson(services, reader, sendTestNotification);
  await settle();
  const seen = async (who: TestPerson) => (await listDeliveries(createTestCtx(services, who), { page: 1, page_size: 10 })).count;
  expect(await seen(other)).toBeGreaterThan(0);
  expect(await seen(await createPerson(services, 'admin'))).toBeGreaterThan(0);
  expect(await seen(await createPerson(services, 'subadmin'))).toBe(0);
  const view = (env: { DEMO: 'on' | 'off'; NODE_ENV: 'production' | 'development' }) =>
    readLocalOutbox(env)(createTestCtx(services, null), { page: 1 });
  await expect(view({ DEMO: 'off', NODE_ENV: 'production' })).rejects.toMatchObject({ failure: 'notFound' });
  expect((await view({ DEMO: 'on', NODE_ENV: 'production' })).count).toBe(0);
  expect((await view({ DEMO: 'off', NODE_ENV: 'development' })).count).toBe(0);
});

test('delivery log: covers the last thirty days, and earlier deliveries on request', async () => {
  await runAsPerson(services, reader, sendTestNotification);
  await settle();
  const admin = await createPerson(services, 'admin');
  const seen = async (z_filter = {}) => {
    const { count, tabs } = await listDeliveries(createTestCtx(services, admin), { page: 1, page_size: 10, tabs: true, z_filter });
    return [count, tabs?.all];
  };
  const [before = 0] = await seen();
  const row = await services.database.db.selectFrom('notification_delivery').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await services.database.db
    .updateTable('notification_delivery')
    .set({ created_at: startOfDay(addDays(clock.today(), -30)) })
    .where('id', '=', row.id)
    .execute();
  expect(await seen()).toEqual([before - 1, before - 1]);
  expect(await seen({ day_from: addDays(clock.today(), -30) })).toEqual([before, before]);
});
