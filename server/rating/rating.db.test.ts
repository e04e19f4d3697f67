import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as rating from './service.ts';

let services: TestServices;
let admin: TestPerson;
let tenant: TestPerson;
let n = 0;
const as = <T>(work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, admin, work);
const category = (more: object = {}) =>
  as((ctx) => rating.createCategory(ctx, { name: `Category ${++n}`, name_sw: '', target: 'contractor', weight: 1, active: true, ...more }));
const question = (category_id: number, more: object = {}) =>
  as((ctx) => rating.createItem(ctx, { category_id, label: `Question ${++n}`, label_sw: '', required: true, safety: false, ...more }));
const scored = async (item_id: number, score: number) => {
  const review = await services.database.db
    .insertInto('review')
    .values({ target: 'agent', author_id: tenant.id, basis: 'tour', basis_id: ++n, score: String(score) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.insertInto('review_score').values({ review_id: review.id, item_id, score }).execute();
};

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  tenant = await createPerson(services, 'tenant');
});

test('rating: every database starts with categories and questions for property, unit and agent, in both languages', async () => {
  for (const target of ['property', 'unit', 'agent'] as const) {
    const form = await rating.readRatingForm(services.database.db, target);
    expect(form.length).toBeGreaterThan(2);
    for (const one of form) {
      expect(one.name_sw).not.toBe('');
      expect(one.items.length).toBeGreaterThan(0);
      expect(one.items.every((item) => item.label_sw !== '')).toBe(true);
    }
  }
});

describe('rating categories: management', () => {
  test('leaves inactive categories and categories without questions out of the form', async () => {
    const one = await category({ target: 'owner' });
    expect(await rating.readRatingForm(services.database.db, 'owner')).toEqual([]);
    await question(one.id, { label: 'Pays on time' });
    expect((await rating.readRatingForm(services.database.db, 'owner'))[0]?.items.map((i) => i.label)).toEqual(['Pays on time']);
    const off = await as((ctx) => rating.updateCategory(ctx, { id: one.id, active: false, revision: one.revision }));
    expect(off).toMatchObject({ name: one.name, weight: 1, active: false });
    expect(await rating.readRatingForm(services.database.db, 'owner')).toEqual([]);
    await expect(as((ctx) => rating.updateCategory(ctx, { id: one.id, weight: 3, revision: one.revision }))).rejects.toMatchObject({
      failure: 'conflict',
    });
  });

  test('refuses a duplicate category name per target and a duplicate question per category, even in concurrent requests', async () => {
    const both = await Promise.allSettled([category({ name: 'Cleanliness' }), category({ name: 'cleanliness' })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    await category({ name: 'Cleanliness', target: 'tenant' });
    const one = await category();
    await question(one.id, { label: 'Tidy' });
    await expect(question(one.id, { label: 'tidy' })).rejects.toMatchObject({
      failure: 'conflict',
      extra: { fields: { label: expect.any(String) } },
    });
  });

  test('reordering changes the order of the listed questions only, and a repeat changes nothing', async () => {
    const one = await category();
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push((await question(one.id)).id);
    const [a, b, c, d] = ids as [number, number, number, number];
    const order = async () => (await rating.categoryDetails(createTestCtx(services, admin), { id: one.id })).items.map((i) => i.id);
    for (let twice = 0; twice < 2; twice++) {
      await as((ctx) => rating.orderItems(ctx, { id: one.id, ids: [d, b, a] }));
      expect(await order()).toEqual([d, b, c, a]);
    }
    const foreign = await question((await category()).id);
    await expect(as((ctx) => rating.orderItems(ctx, { id: one.id, ids: [a, foreign.id] }))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('deletes unused questions and categories, but refuses to delete a scored question and reports the number of scores', async () => {
    const one = await category();
    const [used, unused] = [await question(one.id, { label: 'Arrived on time' }), await question(one.id)];
    await scored(used.id, 4);
    await scored(used.id, 1);
    await expect(as((ctx) => rating.removeItem(ctx, { id: used.id }))).rejects.toMatchObject({
      failure: 'conflict',
      message: expect.stringContaining('Arrived on time has been scored 2 times'),
    });
    await expect(as((ctx) => rating.removeCategory(ctx, { id: one.id }))).rejects.toMatchObject({ failure: 'conflict', extra: { used: 2 } });
    await expect(as((ctx) => rating.updateCategory(ctx, { id: one.id, target: 'tenant' }))).rejects.toMatchObject({ failure: 'conflict' });
    await as((ctx) => rating.removeItem(ctx, { id: unused.id }));
    const kept = await rating.categoryDetails(createTestCtx(services, admin), { id: one.id });
    expect(kept.items).toMatchObject([{ id: used.id, scores: 2, average: 2.5 }]);
    const free = await category();
    const asked = await question(free.id);
    await as((ctx) => rating.removeCategory(ctx, { id: free.id }));
    await expect(as((ctx) => rating.updateItem(ctx, { id: asked.id, safety: true }))).rejects.toMatchObject({ failure: 'notFound' });
  });
});
