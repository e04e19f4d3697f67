import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { agentsExamples } from '#test/examples/examples-agents.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { offers, reassign, reviews } from './service.ts';

let house: House;
let admin: Somebody;
beforeAll(async () => {
  house = await freshHouse('bare');
  admin = await somebody(house, 'admin');
});
afterAll(() => house.database.close());

const given = async () => (await agentsExamples['agents.reassign']?.(house)) as { id: number; to: number; listing_ids: number[] };
const page = { page: 1, page_size: 10, sort: '-updated_at' as const };
const review = async (agent_id: number, score: number, status: 'published' | 'pending', anonymous = false) => {
  const author = await somebody(house, 'tenant');
  return house.database.db
    .insertInto('review')
    .values({
      target: 'agent',
      agent_id,
      author_id: author.id,
      basis: 'tour',
      basis_id: author.id,
      score: String(score),
      body: 'Words',
      status,
      anonymous,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};

describe('reviews of an agent', () => {
  test('strangers read what is published, and the average is of that alone', async () => {
    const { id } = await given();
    await review(id, 5, 'published');
    await review(id, 4, 'published', true);
    await review(id, 1, 'pending');
    const seen = await reviews(ctxOf(house, null), { id, page: 1, page_size: 10 });
    expect(seen).toMatchObject({ count: 2, average: 3.8, spread: [0, 0, 0, 1, 1] });
    expect(seen.results.map((r) => r.author === null)).toEqual([true, false]);
    const all = await reviews(ctxOf(house, admin), { id, page: 1, page_size: 10 });
    expect(all).toMatchObject({ count: 3, average: 3.8 });
    expect(await reviews(ctxOf(house, admin), { id, page: 1, page_size: 10, z_filter: { score: 4 } })).toMatchObject({ count: 1 });
  });
  test('an agent nobody approved is not there for strangers', async () => {
    const { id } = await given();
    await house.database.db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', id).execute();
    await expect(reviews(ctxOf(house, null), { id, page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(reviews(ctxOf(house, admin), { id, page: 1, page_size: 10 })).resolves.toMatchObject({ count: 0 });
  });
});

describe('offers of an agent', () => {
  test('are handed to a colleague, all or none, with a trace each', async () => {
    const { id, to, listing_ids } = await given();
    const other = await given();
    const run = (input: { id: number; to: number; listing_ids: number[] }) =>
      house.database.db.transaction().execute((db) => reassign({ ...ctxOf(house, admin), db }, input));
    await expect(run({ id, to: other.to, listing_ids })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(run({ id, to, listing_ids: [...listing_ids, ...other.listing_ids] })).rejects.toMatchObject({ failure: 'conflict' });
    expect(await offers(ctxOf(house, admin), { id, ...page })).toMatchObject({ count: 1 });
    expect(await run({ id, to, listing_ids })).toEqual({ moved: 1 });
    expect(await offers(ctxOf(house, admin), { id, ...page })).toMatchObject({ count: 0 });
    expect(await offers(ctxOf(house, admin), { id: to, ...page })).toMatchObject({ count: 1 });
    const traces = await house.database.db
      .selectFrom('audit_log')
      .select('diff')
      .where('record_id', '=', listing_ids[0] ?? 0)
      .where('document', '=', 'listing')
      .execute();
    expect(traces).toHaveLength(1);
  });
  test('an owner sees the offers of their own properties only', async () => {
    const { id } = await given();
    const owner = await somebody(house, 'owner');
    await expect(offers(ctxOf(house, owner), { id, ...page })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
