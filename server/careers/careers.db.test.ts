import { beforeAll, expect, test } from 'vitest';
import { atClock } from '#server/kernel/ctx.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { careersService, closePassed, create, move, openings, remove, update } from './service.ts';

let house: House;
let admin: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  admin = await somebody(house, 'admin');
});

const text = {
  title: 'Surveyor',
  department: '',
  place: 'Voi',
  kind: 'contract' as const,
  body: 'Measures plots and draws their beacons.',
  closes_on: null,
};
const shown = async () => (await openings(ctxOf(house, null))).results.map((o) => o.id);
const pdf = { data: Buffer.from('%PDF-1.4\n%%EOF\n'), type: 'pdf' as const, name: 'cv.pdf' };
const applying = (vacancy_id: number) =>
  inTransaction(house, null, (ctx) =>
    careersService(house).apply(ctx, { vacancy_id, name: 'Kioko', phone: '0712345678', email: '', letter: '', file: pdf }),
  );

test('a job is public from its publication to its last day, and not before or after', async () => {
  const job = await inTransaction(house, admin, (ctx) => create(ctx, text));
  expect(await shown()).not.toContain(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'notFound' });
  await inTransaction(house, admin, (ctx) => move(ctx, { id: job.id, move: 'publish' }));
  expect(await shown()).toContain(job.id);
  await house.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  expect(await shown()).not.toContain(job.id);
  expect(await house.database.db.transaction().execute((tx) => closePassed(atClock(tx)))).toBe(1);
  expect(await house.database.db.transaction().execute((tx) => closePassed(atClock(tx)))).toBe(0);
});

test('a job somebody applied for is kept, and one address cannot flood it', async () => {
  const job = await inTransaction(house, admin, (ctx) => create(ctx, text));
  await inTransaction(house, admin, (ctx) => move(ctx, { id: job.id, move: 'publish' }));
  await house.database.db.deleteFrom('throttle').execute();
  for (let n = 0; n < 5; n++) await applying(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'tooMany' });
  await expect(inTransaction(house, admin, (ctx) => remove(ctx, { id: job.id }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('a new job does not end on a day that has passed; one that has ended can still be mended', async () => {
  const past = { ...text, closes_on: '2020-01-01' };
  await expect(inTransaction(house, admin, (ctx) => create(ctx, past))).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { closes_on: expect.any(String) } },
  });
  const job = await inTransaction(house, admin, (ctx) => create(ctx, text));
  await house.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  await inTransaction(house, admin, (ctx) => update(ctx, { ...past, id: job.id, revision: job.revision, title: 'Another title' }));
});
