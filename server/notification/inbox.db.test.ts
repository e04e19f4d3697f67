import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOf } from '#contract/time/days.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { deliveries, localOutbox } from './delivery-log.ts';
import { all, markRead, remove, test as testMessage, unread } from './inbox.ts';
import { preferences } from './preferences.ts';

let house: House;
let reader: Somebody;
let other: Somebody;
let n = 0;
const give = async (to: Somebody, count: number): Promise<number[]> => {
  const rows = Array.from({ length: count }, () => ({
    person_id: to.id,
    event: 'message.test',
    event_group: 'message',
    event_key: `i${++n}`,
    heading: `Heading ${n}`,
    message: 'Words',
  }));
  return (await house.database.db.insertInto('notification').values(rows).returning('id').execute()).map((row) => row.id);
};
const mark = (who: Somebody, given: { type: 'single' | 'multiple'; id?: number }) => inTransaction(house, who, (ctx) => markRead(ctx, given));
const audited = async (document: string) =>
  (
    await house.database.db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('document', '=', document as never)
      .executeTakeFirstOrThrow()
  ).n;
const settle = () => drain(house);

beforeAll(async () => {
  house = await freshHouse();
});
beforeEach(async () => {
  reader = await somebody(house, 'tenant');
  other = await somebody(house, 'superadmin');
});

describe('one’s own', () => {
  test('nobody lists, marks or deletes another’s, a superadmin neither', async () => {
    const [id = 0] = await give(reader, 1);
    expect((await all(ctxOf(house, other), { page: 1, page_size: 10 })).count).toBe(0);
    await expect(mark(other, { type: 'single', id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(inTransaction(house, other, (ctx) => remove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await all(ctxOf(house, reader), { page: 1, page_size: 10 })).results.map((one) => [one.id, one.read])).toEqual([[id, false]]);
  });

  test('multiple marks the newest 21 unread, each with its audit row, and a second time the rest', async () => {
    const ids = (await give(reader, 30)).reverse();
    await give(other, 3);
    await mark(reader, { type: 'single', id: ids[0] ?? 0 });
    const before = await audited('notifications');
    const first = await mark(reader, { type: 'multiple' });
    expect(first).toEqual({ ids: ids.slice(1, 22), count: 8 });
    expect(await audited('notifications')).toBe(before + 21);
    expect((await mark(reader, { type: 'multiple' })).count).toBe(0);
    expect((await mark(reader, { type: 'multiple' })).ids).toEqual([]);
    expect(await unread(ctxOf(house, other))).toBe(3);
    await expect(mark(reader, { type: 'single' })).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { id: expect.any(String) } } });
  });

  test('filters by read and by words; pages newest first', async () => {
    const ids = await give(reader, 3);
    await mark(reader, { type: 'single', id: ids[1] ?? 0 });
    const found = async (z_filter: object) => (await all(ctxOf(house, reader), { page: 1, page_size: 10, z_filter })).results.map((one) => one.id);
    expect(await found({ read: false })).toEqual([ids[2], ids[0]]);
    expect(await found({ read: true })).toEqual([ids[1]]);
    expect(await found({ heading: `ing ${n}` })).toEqual([ids[2]]);
    expect(await found({ group: 'policy' })).toEqual([]);
  });

  test('the test message arrives in one’s own list', async () => {
    await inTransaction(house, reader, testMessage);
    await settle();
    expect((await all(ctxOf(house, reader), { page: 1, page_size: 10 })).results).toMatchObject([
      { event: 'message.test', type: 'success', read: false },
    ]);
  });
});

test('preferences start as the events are', async () => {
  const { results, phone } = await preferences(ctxOf(house, reader));
  expect(phone).toBe(false);
  expect(results.filter((one) => one.group === 'policy')).toEqual([
    { group: 'policy', channel: 'app', on: true },
    { group: 'policy', channel: 'email', on: true },
    { group: 'policy', channel: 'sms', on: false },
  ]);
});

test('the delivery log is for those who run the platform; the local outbox does not exist in production', async () => {
  await inTransaction(house, reader, testMessage);
  await settle();
  const seen = async (who: Somebody) => (await deliveries(ctxOf(house, who), { page: 1, page_size: 10 })).count;
  expect(await seen(other)).toBeGreaterThan(0);
  expect(await seen(await somebody(house, 'admin'))).toBeGreaterThan(0);
  expect(await seen(await somebody(house, 'subadmin'))).toBe(0);
  const view = (env: { DEMO: 'on' | 'off'; NODE_ENV: 'production' | 'development' }) => localOutbox(env)(ctxOf(house, null), { page: 1 });
  await expect(view({ DEMO: 'off', NODE_ENV: 'production' })).rejects.toMatchObject({ failure: 'notFound' });
  expect((await view({ DEMO: 'on', NODE_ENV: 'production' })).count).toBe(0);
  expect((await view({ DEMO: 'off', NODE_ENV: 'development' })).count).toBe(0);
});

test('the delivery log shows and counts the last thirty days while nobody asks for days, and earlier ones when they do', async () => {
  await inTransaction(house, reader, testMessage);
  await settle();
  const admin = await somebody(house, 'admin');
  const seen = async (z_filter = {}) => {
    const { count, tabs } = await deliveries(ctxOf(house, admin), { page: 1, page_size: 10, tabs: true, z_filter });
    return [count, tabs?.all];
  };
  const [before = 0] = await seen();
  const row = await house.database.db.selectFrom('notification_delivery').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await house.database.db
    .updateTable('notification_delivery')
    .set({ created_at: startOf(addDays(clock.today(), -30)) })
    .where('id', '=', row.id)
    .execute();
  expect(await seen()).toEqual([before - 1, before - 1]);
  expect(await seen({ day_from: addDays(clock.today(), -30) })).toEqual([before, before]);
});
