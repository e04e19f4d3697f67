import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RatingForm } from '#contract/rating/calls.ts';
import { formFor } from '#server/rating/service.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import * as review from './service.ts';

let house: House;
let tenant: Somebody;
let admin: Somebody;
let form: RatingForm;
let at: Place;
let n = 0;

const lead = async (who: Somebody, where: Place, facts: object = {}) =>
  (
    await house.database.db
      .insertInto('lead')
      .values({
        company_id: where.owner.me.companyId ?? 0,
        property_id: where.property,
        unit_id: where.unit,
        person_id: who.id,
        name: 'Grace',
        phone: '+254712345678',
        status: 'touring',
        ...facts,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const answers = (score: number, of: RatingForm = form) => of.flatMap((c) => c.items.map((item) => ({ item_id: item.id, score })));
const written = { target: 'property', basis: 'tour', pros: '', cons: '', anonymous: false } as const;
const write = async (who: Somebody, where: Place, score = 4, facts: object = {}) => {
  const basis_id = await lead(who, where);
  return inTransaction(house, who, (ctx) =>
    review.write(ctx, { ...written, basis_id, scores: answers(score), body: `A fair house with a garden, ${++n}`, ...facts }),
  );
};
const desk = (who: Somebody, z_filter: object = {}) => review.all(ctxOf(house, who), { page: 1, page_size: 100, sort: '-created_at', z_filter });

beforeAll(async () => {
  house = await freshHouse();
  tenant = await somebody(house, 'tenant');
  admin = await somebody(house, 'admin');
  form = await formFor(house.database.db, 'property');
  at = await place(house);
  await addListing(house, at);
});

describe('a real basis', () => {
  test('somebody else’s enquiry does not exist; one’s own counts from the tour on, and a lost one that had a tour still does', async () => {
    const asked = (who: Somebody, basis_id: number) =>
      inTransaction(house, who, (ctx) => review.write(ctx, { ...written, basis_id, scores: answers(4), body: '' }));
    const other = await somebody(house, 'tenant');
    await expect(asked(other, await lead(tenant, at))).rejects.toMatchObject({ failure: 'notFound' });
    const early = await lead(tenant, at, { status: 'contacted' });
    await expect(asked(tenant, early)).rejects.toMatchObject({ failure: 'conflict', extra: { fields: { basis_id: expect.any(String) } } });
    const lost = await lead(tenant, at, { status: 'lost' });
    await expect(asked(tenant, lost)).rejects.toMatchObject({ failure: 'conflict' });
    await house.database.db
      .insertInto('move_log')
      .values({ subject: 'lead', subject_id: lost, move: 'tour', from_state: 'new', to_state: 'touring', actor_type: 'owner' })
      .execute();
    expect(await asked(tenant, lost)).toMatchObject({ status: 'published', score: 4 });
  });

  test('once for each basis and target, also at the same moment; what is left to review is told', async () => {
    const who = await somebody(house, 'tenant');
    const basis_id = await lead(who, at);
    const open = async () => (await review.mine(ctxOf(house, who), { page: 1, page_size: 10 })).open.map((one) => one.target);
    expect(await open()).toEqual(['property', 'unit']);
    const once = () =>
      inTransaction(house, who, (ctx) => review.write(ctx, { ...written, basis_id, scores: answers(5), body: 'Twice the same hand' }));
    const both = await Promise.allSettled([once(), once()]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await open()).toEqual(['unit']);
  });

  test('required questions are answered, and only those that are asked', async () => {
    const basis_id = await lead(tenant, at);
    const give = (scores: { item_id: number; score: number }[]) =>
      inTransaction(house, tenant, (ctx) => review.write(ctx, { ...written, basis_id, scores, body: '' }));
    await expect(give(answers(4).slice(1))).rejects.toMatchObject({ extra: { fields: { scores: expect.stringContaining('need an answer') } } });
    const foreign = answers(4, await formFor(house.database.db, 'agent'))[0];
    await expect(give([...answers(4), foreign ?? { item_id: 1, score: 1 }])).rejects.toMatchObject({
      extra: { fields: { scores: expect.any(String) } },
    });
  });
});

test('the average kept on the property equals one computed anew, whatever happens to its reviews', async () => {
  const where = await place(house);
  const kept = async () =>
    house.database.db.selectFrom('property').select(['rating_avg', 'rating_count']).where('id', '=', where.property).executeTakeFirstOrThrow();
  const same = async () => {
    const rows = await house.database.db.selectFrom('review').selectAll().where('property_id', '=', where.property).execute();
    const since = new Date();
    since.setMonth(since.getMonth() - 24);
    const counted = rows
      .filter((row) => row.status === 'published' && row.target === 'property' && row.created_at > since)
      .map((row) => Number(row.score));
    const average = counted.length === 0 ? null : (3.5 * 5 + counted.reduce((a, b) => a + b, 0)) / (5 + counted.length);
    const { rating_avg, rating_count } = await kept();
    expect(rating_count).toBe(counted.length);
    if (average === null) expect(rating_avg).toBeNull();
    else expect(rating_avg).toBeCloseTo(average, 2);
    return counted.length;
  };
  expect(await same()).toBe(0);
  const many = await Promise.all([1, 2, 5, 5, 3].map(async (score) => write(await somebody(house, 'tenant'), where, score)));
  expect(await same()).toBe(5);
  const [one, two] = many;
  await inTransaction(house, admin, (ctx) => review.moderate(ctx, { id: one?.id ?? 0, move: 'hide', reason: 'Not about the house' }));
  expect(await same()).toBe(4);
  await inTransaction(house, admin, (ctx) => review.moderate(ctx, { id: one?.id ?? 0, move: 'publish', reason: '' }));
  expect(await same()).toBe(5);
  await sql`update review set created_at = now() - interval '25 months' where id = ${two?.id ?? 0}`.execute(house.database.db);
  expect(await same()).toBe(4);
  // By time alone: no trigger fires, the clock does.
  await sql`alter table review disable trigger review_rates`.execute(house.database.db);
  await sql`update review set created_at = now() - interval '24 months 1 day' where id = ${one?.id ?? 0}`.execute(house.database.db);
  await sql`alter table review enable trigger review_rates`.execute(house.database.db);
  await review.rateAnew(house.database.db);
  expect(await same()).toBe(3);
  const listing = await addListing(house, where);
  await write(await somebody(house, 'tenant'), where, 5);
  await same();
  const { rows } = await sql<{
    count: number;
  }>`select (card::jsonb -> 'rating' ->> 'count')::int as count from listing_text where id = ${listing}`.execute(house.database.db);
  expect(rows[0]?.count).toBe(4);
});

test('a doubtful text waits, unseen by strangers and uncounted, until an admin decides; its author is told why not', async () => {
  const where = await place(house);
  await addListing(house, where);
  const held = await write(tenant, where, 1, { body: 'Call me on 0712 345 678' });
  expect(held.status).toBe('pending');
  const shown = () =>
    review.published(ctxOf(house, null), { target: 'property', target_id: where.property, page: 1, page_size: 10, sort: '-created_at' });
  expect(await shown()).toMatchObject({ count: 0, average: null });
  expect((await desk(admin, { property: where.property })).results[0]).toMatchObject({ doubts: ['phone'], moves: ['publish', 'reject'] });
  await expect(inTransaction(house, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: '' }))).rejects.toMatchObject({
    extra: { fields: { reason: expect.any(String) } },
  });
  await inTransaction(house, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: 'Holds a phone number' }));
  expect(await told(house, 'review.hidden')).toContainEqual(
    expect.objectContaining({ to: { personId: tenant.id }, params: expect.objectContaining({ reason: 'Holds a phone number' }) }),
  );
  const body = 'The borehole saves everybody in the dry months';
  const first = await write(await somebody(house, 'tenant'), where, 4, { body });
  const copy = await write(await somebody(house, 'tenant'), where, 4, { body: `${body.toUpperCase()}!` });
  expect([first.status, copy.status]).toEqual(['published', 'pending']);
});

test('changed within 48 hours and judged anew; later it stays', async () => {
  const where = await place(house);
  const who = await somebody(house, 'tenant');
  const made = await write(who, where, 3);
  const edit = (facts: object) => inTransaction(house, who, (ctx) => review.edit(ctx, { id: made.id, ...facts }));
  expect(await edit({ body: 'See www.elsewhere.com', revision: made.revision })).toMatchObject({ status: 'pending' });
  await expect(edit({ body: 'Old', revision: made.revision })).rejects.toMatchObject({ failure: 'conflict', extra: { current: { id: made.id } } });
  expect(await edit({ body: 'See for yourself', scores: answers(5) })).toMatchObject({ status: 'published', score: 5 });
  const other = await somebody(house, 'tenant');
  await expect(inTransaction(house, other, (ctx) => review.edit(ctx, { id: made.id, body: 'Mine' }))).rejects.toMatchObject({ failure: 'notFound' });
  await sql`update review set created_at = now() - interval '49 hours' where id = ${made.id}`.execute(house.database.db);
  await expect(edit({ body: 'Too late' })).rejects.toMatchObject({ failure: 'conflict' });
});

test('whom it is about answers once, and may change the answer for 48 hours; nobody else answers', async () => {
  const where = await place(house);
  const made = await write(tenant, where, 2);
  const answer = (who: Somebody, reply: string) => inTransaction(house, who, (ctx) => review.reply(ctx, { id: made.id, reply }));
  const stranger = await somebody(house, 'owner');
  await expect(answer(stranger, 'Not ours')).rejects.toMatchObject({ failure: 'notFound' });
  await expect(answer(admin, 'From above')).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await answer(where.owner, 'We have mended it')).toMatchObject({ reply: 'We have mended it', may_reply: true });
  await answer(where.owner, 'We have mended the pump');
  await sql`update review set replied_at = now() - interval '3 days' where id = ${made.id}`.execute(house.database.db);
  await expect(answer(where.owner, 'And again')).rejects.toMatchObject({ failure: 'conflict' });
  expect((await told(house, 'review.reply')).filter((one) => one.to.personId === tenant.id)).toHaveLength(1);
});

test('scope: a stranger’s owner sees nothing of it at the desk, the own owner does and never a withheld name', async () => {
  const where = await place(house);
  const held = await write(tenant, where, 2, { body: 'Write to grace@mail.com', anonymous: true });
  const stranger = await somebody(house, 'owner');
  expect((await desk(stranger)).results).toEqual([]);
  expect((await desk(where.owner)).results).toMatchObject([{ id: held.id, status: 'pending', author: null, doubts: [], moves: [] }]);
  expect((await desk(admin, { property: where.property })).results).toMatchObject([{ author: expect.stringContaining('tenant') }]);
  expect((await desk(tenant)).results).toEqual([]);
  await inTransaction(house, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: 'Holds an address' }));
  expect((await desk(where.owner)).results).toEqual([]);
  // What is not offered is not for strangers to read about.
  const page = { page: 1, page_size: 10, sort: '-created_at' } as const;
  await expect(review.published(ctxOf(house, null), { target: 'property', target_id: where.property, ...page })).rejects.toMatchObject({
    failure: 'notFound',
  });
});

test('a low score about safety is told at once, even of a text that waits', async () => {
  const where = await place(house);
  await write(tenant, where, 2, { body: 'Call 0712 345 678' });
  const heard = (await told(house, 'review.safety')).filter((one) => one.to.personId === where.owner.id);
  expect(heard).toHaveLength(1);
  expect(heard[0]?.params.questions).toContain('safe');
  expect((await told(house, 'review.new')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(0);
  await write(await somebody(house, 'tenant'), where, 3);
  expect((await told(house, 'review.safety')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(1);
  expect((await told(house, 'review.new')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(1);
});

test('helpful counts once a person, and not one’s own', async () => {
  const made = await write(tenant, await place(house));
  const say = (who: Somebody) => inTransaction(house, who, (ctx) => review.helpful(ctx, { id: made.id }));
  const reader = await somebody(house, 'tenant');
  expect(await say(reader)).toMatchObject({ helpful: 1 });
  expect(await say(reader)).toMatchObject({ helpful: 1 });
  expect(await say(admin)).toMatchObject({ helpful: 2 });
  const held = await somebody(house, 'owner');
  await house.database.db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', held.id).execute();
  await expect(say(await asNow(house, held))).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(say(tenant)).rejects.toMatchObject({ failure: 'forbidden' });
});
