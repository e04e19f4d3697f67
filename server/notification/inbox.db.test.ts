import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { audience, send } from './broadcast.ts';
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

describe('a broadcast', () => {
  const words = { heading: 'Water on Saturday', message: 'The tank is cleaned.' };
  const broadcast = (who: Somebody, given: { audience: 'role' | 'region' | 'people'; user_type?: number; region?: '047'; ids?: number[] }) =>
    inTransaction(house, who, (ctx) => send(ctx, { ...words, ...given }));

  test('a company reaches its own people only; a subadmin their county; a region or role that is meant but not named is asked for', async () => {
    const owner = await somebody(house, 'owner');
    const mate = await somebody(house, 'staff');
    await house.database.db.updateTable('person').set({ company_id: owner.me.companyId }).where('id', '=', mate.id).execute();
    expect(await audience(ctxOf(house, owner), { audience: 'people', ids: [mate.id, reader.id, other.id] })).toEqual({ people: 1, allowed: true });
    await expect(broadcast(owner, { audience: 'role', user_type: userTypes.tenant })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { user_type: 'Nobody would receive this' } },
    });
    const sub = await somebody(house, 'subadmin');
    await house.database.db.updateTable('person').set({ region: '047' }).where('id', 'in', [sub.id, reader.id]).execute();
    expect((await audience(ctxOf(house, await asNow(house, sub)), { audience: 'people', ids: [mate.id, reader.id] })).people).toBe(1);
    await expect(broadcast(other, { audience: 'region' })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { region: expect.any(String) } },
    });
    expect(await broadcast(owner, { audience: 'people', ids: [mate.id, reader.id] })).toMatchObject({ people: 1 });
    await settle();
    expect((await all(ctxOf(house, mate), { page: 1, page_size: 10 })).results).toMatchObject([
      { heading: words.heading, message: words.message, group: 'message' },
    ]);
    expect((await all(ctxOf(house, reader), { page: 1, page_size: 10 })).count).toBe(0);
  });

  test('more than 500 people are for superadmins', async () => {
    const admin = await somebody(house, 'admin');
    const rows = Array.from({ length: 501 }, (_, at) => ({
      name: `Dealer ${at}`,
      email: `d${at}-${n}@makao.test`,
      user_type: userTypes.dealer,
      onboarding: false,
    }));
    const ids = new Set((await house.database.db.insertInto('person').values(rows).returning('id').execute()).map(({ id }) => id));
    const given = { audience: 'role', user_type: userTypes.dealer } as const;
    expect(await audience(ctxOf(house, admin), given)).toEqual({ people: 501, allowed: false });
    await expect(broadcast(admin, given)).rejects.toMatchObject({ failure: 'forbidden' });
    expect(await broadcast(other, given)).toMatchObject({ people: 501 });
    expect((await told(house, 'message.broadcast')).filter(({ to }) => ids.has(to.personId))).toHaveLength(501);
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
