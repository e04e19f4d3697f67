import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { agentsExamples } from '#test/examples/examples-agents.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { listings, reassign, reviews } from './service.ts';

let services: TestServices;
let admin: TestPerson;
beforeAll(async () => {
  services = await createTestServices('bare');
  admin = await createPerson(services, 'admin');
});
afterAll(() => services.database.close());

const given = async () => (await agentsExamples['agents.reassign']?.(services)) as { id: number; to: number; listing_ids: number[] };
const page = { page: 1, page_size: 10, sort: '-updated_at' as const };
const review = async (agent_id: number, score: number, status: 'published' | 'pending', anonymous = false) => {
  const author = await createPerson(services, 'tenant');
  return services.database.db
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

describe('agent reviews', () => {
  test('only published reviews are public and count towards the average', async () => {
    const { id } = await given();
    await review(id, 5, 'published');
    await review(id, 4, 'published', true);
    await review(id, 1, 'pending');
    const seen = await reviews(createTestCtx(services, null), { id, page: 1, page_size: 10 });
    expect(seen).toMatchObject({ count: 2, average: 3.8, spread: [0, 0, 0, 1, 1] });
    expect(seen.results.map((r) => r.author === null)).toEqual([true, false]);
    const all = await reviews(createTestCtx(services, admin), { id, page: 1, page_size: 10 });
    expect(all).toMatchObject({ count: 3, average: 3.8 });
    expect(await reviews(createTestCtx(services, admin), { id, page: 1, page_size: 10, z_filter: { score: 4 } })).toMatchObject({ count: 1 });
  });
  test('are hidden from the public while the agent is suspended', async () => {
    const { id } = await given();
    await services.database.db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', id).execute();
    await expect(reviews(createTestCtx(services, null), { id, page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(reviews(createTestCtx(services, admin), { id, page: 1, page_size: 10 })).resolves.toMatchObject({ count: 0 });
  });
});

describe('agent listings', () => {
  test('are reassigned to a colleague together or not at all, with one audit entry for each listing', async () => {
    const { id, to, listing_ids } = await given();
    const other = await given();
    const run = (input: { id: number; to: number; listing_ids: number[] }) =>
      services.database.db.transaction().execute((db) => reassign({ ...createTestCtx(services, admin), db }, input));
    await expect(run({ id, to: other.to, listing_ids })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(run({ id, to, listing_ids: [...listing_ids, ...other.listing_ids] })).rejects.toMatchObject({ failure: 'conflict' });
    expect(await listings(createTestCtx(services, admin), { id, ...page })).toMatchObject({ count: 1 });
    expect(await run({ id, to, listing_ids })).toEqual({ moved: 1 });
    expect(await listings(createTestCtx(services, admin), { id, ...page })).toMatchObject({ count: 0 });
    expect(await listings(createTestCtx(services, admin), { id: to, ...page })).toMatchObject({ count: 1 });
    const traces = await services.database.db
      .selectFrom('audit_log')
      .select('diff')
      .where('record_id', '=', listing_ids[0] ?? 0)
      .where('document', '=', 'listing')
      .execute();
    expect(traces).toHaveLength(1);
  });
  test("an owner without a property listed by the agent cannot see the agent's listings", async () => {
    const { id } = await given();
    const owner = await createPerson(services, 'owner');
    await expect(listings(createTestCtx(services, owner), { id, ...page })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
