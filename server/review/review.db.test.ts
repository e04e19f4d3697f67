import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RatingForm } from '#contract/rating/calls.ts';
import { readRatingForm } from '#server/rating/service.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as review from './service.ts';

let services: TestServices;
let tenant: TestPerson;
let admin: TestPerson;
let form: RatingForm;
let at: OwnerWithUnit;
let n = 0;

const lead = async (who: TestPerson, where: OwnerWithUnit, facts: object = {}) =>
  (
    await services.database.db
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
const write = async (who: TestPerson, where: OwnerWithUnit, score = 4, facts: object = {}) => {
  const basis_id = await lead(who, where);
  return runAsPerson(services, who, (ctx) =>
    review.write(ctx, { ...written, basis_id, scores: answers(score), body: `A fair house with a garden, ${++n}`, ...facts }),
  );
};
const desk = (who: TestPerson, z_filter: object = {}) =>
  review.list(createTestCtx(services, who), { page: 1, page_size: 100, sort: '-created_at', z_filter });

beforeAll(async () => {
  services = await createTestServices();
  tenant = await createPerson(services, 'tenant');
  admin = await createPerson(services, 'admin');
  form = await readRatingForm(services.database.db, 'property');
  at = await createOwnerWithUnit(services);
  await addListing(services, at);
});

describe('reason to review (enquiry or tour)', () => {
  test("a review of another person's enquiry returns 404, and a review after a tour is accepted even if the enquiry was lost", async () => {
    const asked = (who: TestPerson, basis_id: number) =>
      runAsPerson(services, who, (ctx) => review.write(ctx, { ...written, basis_id, scores: answers(4), body: '' }));
    const other = await createPerson(services, 'tenant');
    await expect(asked(other, await lead(tenant, at))).rejects.toMatchObject({ failure: 'notFound' });
    const early = await lead(tenant, at, { status: 'contacted' });
    await expect(asked(tenant, early)).rejects.toMatchObject({ failure: 'conflict', extra: { fields: { basis_id: expect.any(String) } } });
    const lost = await lead(tenant, at, { status: 'lost' });
    await expect(asked(tenant, lost)).rejects.toMatchObject({ failure: 'conflict' });
    await services.database.db
      .insertInto('move_log')
      .values({ subject: 'lead', subject_id: lost, move: 'tour', from_state: 'new', to_state: 'touring', actor_type: 'owner' })
      .execute();
    expect(await asked(tenant, lost)).toMatchObject({ status: 'published', score: 4 });
  });

  test('an enquiry allows one review for each target, even in concurrent requests, and lists the targets without a review', async () => {
    const who = await createPerson(services, 'tenant');
    const basis_id = await lead(who, at);
    const open = async () => (await review.listOwn(createTestCtx(services, who), { page: 1, page_size: 10 })).open.map((one) => one.target);
    expect(await open()).toEqual(['property', 'unit']);
    const once = () =>
      runAsPerson(services, who, (ctx) => review.write(ctx, { ...written, basis_id, scores: answers(5), body: 'Twice the same hand' }));
    const both = await Promise.allSettled([once(), once()]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await open()).toEqual(['unit']);
  });

  test('a review needs answers to the required questions and cannot include answers to other questions', async () => {
    const basis_id = await lead(tenant, at);
    const give = (scores: { item_id: number; score: number }[]) =>
      runAsPerson(services, tenant, (ctx) => review.write(ctx, { ...written, basis_id, scores, body: '' }));
    await expect(give(answers(4).slice(1))).rejects.toMatchObject({
      extra: { fields: { scores: expect.stringContaining('Answer these questions') } },
    });
    const foreign = answers(4, await readRatingForm(services.database.db, 'agent'))[0];
    await expect(give([...answers(4), foreign ?? { item_id: 1, score: 1 }])).rejects.toMatchObject({
      extra: { fields: { scores: expect.any(String) } },
    });
  });
});

test('property rating: the stored average equals a recalculation after every change to a review', async () => {
  const where = await createOwnerWithUnit(services);
  const kept = async () =>
    services.database.db.selectFrom('property').select(['rating_avg', 'rating_count']).where('id', '=', where.property).executeTakeFirstOrThrow();
  const same = async () => {
    const rows = await services.database.db.selectFrom('review').selectAll().where('property_id', '=', where.property).execute();
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
  const many = await Promise.all([1, 2, 5, 5, 3].map(async (score) => write(await createPerson(services, 'tenant'), where, score)));
  expect(await same()).toBe(5);
  const [one, two] = many;
  await runAsPerson(services, admin, (ctx) => review.moderate(ctx, { id: one?.id ?? 0, move: 'hide', reason: 'Not about the house' }));
  expect(await same()).toBe(4);
  await runAsPerson(services, admin, (ctx) => review.moderate(ctx, { id: one?.id ?? 0, move: 'publish', reason: '' }));
  expect(await same()).toBe(5);
  await sql`update review set created_at = now() - interval '25 months' where id = ${two?.id ?? 0}`.execute(services.database.db);
  expect(await same()).toBe(4);
  // Makes reviews older without a write, so that no trigger fires and only the job recalculates.
  await sql`alter table review disable trigger review_rates`.execute(services.database.db);
  await sql`update review set created_at = now() - interval '24 months 1 day' where id = ${one?.id ?? 0}`.execute(services.database.db);
  await sql`alter table review enable trigger review_rates`.execute(services.database.db);
  await review.recalculatePropertyRatings(services.database.db);
  expect(await same()).toBe(3);
  const listing = await addListing(services, where);
  await write(await createPerson(services, 'tenant'), where, 5);
  await same();
  const { rows } = await sql<{
    count: number;
  }>`select (card::jsonb -> 'rating' ->> 'count')::int as count from listing_text where id = ${listing}`.execute(services.database.db);
  expect(rows[0]?.count).toBe(4);
});

test('review moderation: a pending review is hidden and not counted, and after a rejection the author is notified of the reason', async () => {
  const where = await createOwnerWithUnit(services);
  await addListing(services, where);
  const held = await write(tenant, where, 1, { body: 'Call me on 0712 345 678' });
  expect(held.status).toBe('pending');
  const shown = () =>
    review.listPublished(createTestCtx(services, null), {
      target: 'property',
      target_id: where.property,
      page: 1,
      page_size: 10,
      sort: '-created_at',
    });
  expect(await shown()).toMatchObject({ count: 0, average: null });
  expect((await desk(admin, { property: where.property })).results[0]).toMatchObject({ doubts: ['phone'], moves: ['publish', 'reject'] });
  await expect(runAsPerson(services, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: '' }))).rejects.toMatchObject({
    extra: { fields: { reason: expect.any(String) } },
  });
  await runAsPerson(services, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: 'Holds a phone number' }));
  expect(await listSentNotifications(services, 'review.hidden')).toContainEqual(
    expect.objectContaining({ to: { personId: tenant.id }, params: expect.objectContaining({ reason: 'Holds a phone number' }) }),
  );
  const body = 'The borehole saves everybody in the dry months';
  const first = await write(await createPerson(services, 'tenant'), where, 4, { body });
  const copy = await write(await createPerson(services, 'tenant'), where, 4, { body: `${body.toUpperCase()}!` });
  expect([first.status, copy.status]).toEqual(['published', 'pending']);
});

test('review: can be changed by the author for 48 hours, with a new moderation check', async () => {
  const where = await createOwnerWithUnit(services);
  const who = await createPerson(services, 'tenant');
  const made = await write(who, where, 3);
  const edit = (facts: object) => runAsPerson(services, who, (ctx) => review.edit(ctx, { id: made.id, ...facts }));
  expect(await edit({ body: 'See www.elsewhere.com', revision: made.revision })).toMatchObject({ status: 'pending' });
  await expect(edit({ body: 'Old', revision: made.revision })).rejects.toMatchObject({ failure: 'conflict', extra: { current: { id: made.id } } });
  expect(await edit({ body: 'See for yourself', scores: answers(5) })).toMatchObject({ status: 'published', score: 5 });
  const other = await createPerson(services, 'tenant');
  await expect(runAsPerson(services, other, (ctx) => review.edit(ctx, { id: made.id, body: 'Mine' }))).rejects.toMatchObject({
    failure: 'notFound',
  });
  await sql`update review set created_at = now() - interval '49 hours' where id = ${made.id}`.execute(services.database.db);
  await expect(edit({ body: 'Too late' })).rejects.toMatchObject({ failure: 'conflict' });
});

test('review reply: only the reviewed party may reply, once, and may change the reply for 48 hours', async () => {
  const where = await createOwnerWithUnit(services);
  const made = await write(tenant, where, 2);
  const answer = (who: TestPerson, reply: string) => runAsPerson(services, who, (ctx) => review.reply(ctx, { id: made.id, reply }));
  const stranger = await createPerson(services, 'owner');
  await expect(answer(stranger, 'Not ours')).rejects.toMatchObject({ failure: 'notFound' });
  await expect(answer(admin, 'From above')).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await answer(where.owner, 'We have mended it')).toMatchObject({ reply: 'We have mended it', may_reply: true });
  await answer(where.owner, 'We have mended the pump');
  await sql`update review set replied_at = now() - interval '3 days' where id = ${made.id}`.execute(services.database.db);
  await expect(answer(where.owner, 'And again')).rejects.toMatchObject({ failure: 'conflict' });
  expect((await listSentNotifications(services, 'review.reply')).filter((one) => one.to.personId === tenant.id)).toHaveLength(1);
});

test('staff list of reviews: the owner of the property sees an anonymous review without its author, and other owners do not see the review', async () => {
  const where = await createOwnerWithUnit(services);
  const held = await write(tenant, where, 2, { body: 'Write to grace@mail.com', anonymous: true });
  const stranger = await createPerson(services, 'owner');
  expect((await desk(stranger)).results).toEqual([]);
  expect((await desk(where.owner)).results).toMatchObject([{ id: held.id, status: 'pending', author: null, doubts: [], moves: [] }]);
  expect((await desk(admin, { property: where.property })).results).toMatchObject([{ author: expect.stringContaining('tenant') }]);
  expect((await desk(tenant)).results).toEqual([]);
  await runAsPerson(services, admin, (ctx) => review.moderate(ctx, { id: held.id, move: 'reject', reason: 'Holds an address' }));
  expect((await desk(where.owner)).results).toEqual([]);
  // Reviews of an unlisted subject are not public.
  const page = { page: 1, page_size: 10, sort: '-created_at' } as const;
  await expect(review.listPublished(createTestCtx(services, null), { target: 'property', target_id: where.property, ...page })).rejects.toMatchObject(
    {
      failure: 'notFound',
    },
  );
});

test('review with a low safety score: the manager is notified at once, even when the text is pending moderation', async () => {
  const where = await createOwnerWithUnit(services);
  await write(tenant, where, 2, { body: 'Call 0712 345 678' });
  const heard = (await listSentNotifications(services, 'review.safety')).filter((one) => one.to.personId === where.owner.id);
  expect(heard).toHaveLength(1);
  expect(heard[0]?.params.questions).toContain('safe');
  expect((await listSentNotifications(services, 'review.new')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(0);
  await write(await createPerson(services, 'tenant'), where, 3);
  expect((await listSentNotifications(services, 'review.safety')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(1);
  expect((await listSentNotifications(services, 'review.new')).filter((one) => one.to.personId === where.owner.id)).toHaveLength(1);
});

test('"helpful" mark of a review: counts once per person, and is refused for the author of the review', async () => {
  const made = await write(tenant, await createOwnerWithUnit(services));
  const say = (who: TestPerson) => runAsPerson(services, who, (ctx) => review.markHelpful(ctx, { id: made.id }));
  const reader = await createPerson(services, 'tenant');
  expect(await say(reader)).toMatchObject({ helpful: 1 });
  expect(await say(reader)).toMatchObject({ helpful: 1 });
  expect(await say(admin)).toMatchObject({ helpful: 2 });
  const held = await createPerson(services, 'owner');
  await services.database.db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', held.id).execute();
  await expect(say(await reloadTestPerson(services, held))).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(say(tenant)).rejects.toMatchObject({ failure: 'forbidden' });
});
