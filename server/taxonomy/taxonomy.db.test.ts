import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxSearchableAmenities, type TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { readVocabulary, taxonHandlers } from './service.ts';

let services: TestServices;
let admin: TestPerson;
let owner: TestPerson;
let n = 0;
const amenities = taxonHandlers('amenity');
const as = <T>(work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, admin, work);
const text = (more: object = {}) => ({
  name: `Word ${++n}`,
  name_sw: '',
  icon: '',
  grouped: '' as const,
  applies_to: 'both' as const,
  listing_types: [0, 1, 2] as (0 | 1 | 2)[],
  bedrooms: null,
  category_id: null,
  aliases: [] as string[],
  searchable: false,
  visible: true,
  ...more,
});
const made = (kind: TaxonKind, more: object = {}) => as((ctx) => taxonHandlers(kind).create(ctx, text(more)));
const idOf = async (kind: TaxonKind) =>
  (
    await services.database.db
      .selectFrom('taxon')
      .select('id')
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id;

const property = async (more: object = {}) => {
  const place = await services.database.db.selectFrom('location').select(['id', 'county']).where('kind', '=', 'ward').executeTakeFirstOrThrow();
  return services.database.db
    .insertInto('property')
    .values({
      slug: `p-${++n}`,
      name: `Property ${n}`,
      company_id: owner.me.companyId ?? 0,
      property_type_id: await idOf('property_type'),
      category_id: await idOf('property_category'),
      location_id: place.id,
      region: place.county ?? '047',
      ...more,
    })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
};
const unit = async (property_id: number, more: object = {}) =>
  services.database.db
    .insertInto('unit')
    .values({ property_id, slug: `u-${++n}`, name: `A${n}`, unit_type_id: await idOf('unit_type'), ...more })
    .returning('id')
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  owner = await createPerson(services, 'owner');
});

/** Invariants: no reference to a deleted term, and no term twice in one record. */
async function flaws(): Promise<unknown[]> {
  const { rows } = await sql`
    with named as (
      select 'property' as what, p.id, a.id as word from property p, unnest(p.amenities) a(id)
      union all select 'unit', u.id, a.id from unit u, unnest(u.amenities) a(id)
      union all select 'property type', p.id, p.property_type_id from property p
      union all select 'category', p.id, p.category_id from property p
      union all select 'unit type', u.id, u.unit_type_id from unit u
      union all select 'type’s category', t.id, t.category_id from taxon t where t.category_id is not null and t.deleted_at is null)
    select 'dangling' as flaw, named.* from named left join taxon on taxon.id = named.word and taxon.deleted_at is null where taxon.id is null
    union all select 'twice', what, id, word from named group by what, id, word having count(*) > 1`.execute(services.database.db);
  return rows;
}

describe('vocabulary merge', () => {
  test('leaves no dangling or duplicate reference for any data, and does not change the order of the other amenities', async () => {
    const sets = fc.array(fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 4, 5), { maxLength: 6 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sets, fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 4, 5), { minLength: 2, maxLength: 2 }), async (held, pair) => {
        // New terms in each round, so that earlier rounds do not matter.
        const fresh = [0, 1, 2, 3, 4, 5].map(() => ({ kind: 'amenity' as const, code: `word_${++n}`, name: `Word ${n}`, searchable: false }));
        const words = (await services.database.db.insertInto('taxon').values(fresh).returning('id').execute()).map((row) => row.id);
        const at = (i: number | undefined) => words[i ?? 0] as number;
        const rows: { id: number; unit: number; held: number[] }[] = [];
        for (const set of held) {
          const ids = set.map(at);
          const { id } = await property({ amenities: ids });
          rows.push({ id, unit: (await unit(id, { amenities: [...ids].reverse() })).id, held: ids });
        }
        const [gone, into] = [at(pair[0]), at(pair[1])];
        const { moved } = await as((ctx) => amenities.merge(ctx, { id: gone, into_id: into }));
        expect(moved.properties).toBe(rows.filter((r) => r.held.includes(gone)).length);
        expect(moved.units).toBe(moved.properties);
        for (const row of rows) {
          const expected = (ids: number[]) => [...new Set(ids.map((w) => (w === gone ? into : w)))];
          const kept = await services.database.db.selectFrom('property').select('amenities').where('id', '=', row.id).executeTakeFirstOrThrow();
          const inUnit = await services.database.db.selectFrom('unit').select('amenities').where('id', '=', row.unit).executeTakeFirstOrThrow();
          expect(kept.amenities).toEqual(expected(row.held));
          expect(inUnit.amenities).toEqual(expected([...row.held].reverse()));
        }
        expect(await flaws()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test('moves references of property categories, types and unit types, adds the old name as an alias, and follows chained merges', async () => {
    const [first, second, third] = [
      await made('property_category', { name: 'Stay' }),
      await made('property_category'),
      await made('property_category'),
    ];
    const type = await made('property_type', { category_id: first.id });
    const home = await property({ category_id: first.id, property_type_id: type.id });
    const one = await made('unit_type', { bedrooms: 1 });
    const other = await made('unit_type', { bedrooms: 1 });
    const { id: flat } = await unit(home.id, { unit_type_id: one.id });
    expect((await as((ctx) => taxonHandlers('unit_type').merge(ctx, { id: one.id, into_id: other.id }))).moved).toEqual({
      properties: 0,
      units: 1,
      types: 0,
    });
    const { moved, into } = await as((ctx) => taxonHandlers('property_category').merge(ctx, { id: first.id, into_id: second.id }));
    expect(moved).toEqual({ properties: 1, units: 0, types: 1 });
    expect(into.aliases).toEqual(['Stay']);
    await as((ctx) => taxonHandlers('property_category').merge(ctx, { id: second.id, into_id: third.id }));
    const { rows } = await sql`select p.category_id as home, t.category_id as type, u.unit_type_id as flat, p.revision,
        (select merged_into from taxon where id = ${first.id}) as first
      from property p, taxon t, unit u where p.id = ${home.id} and t.id = ${type.id} and u.id = ${flat}`.execute(services.database.db);
    expect(rows[0]).toMatchObject({ home: third.id, type: third.id, flat: other.id, first: third.id, revision: home.revision + 2 });
    expect(await flaws()).toEqual([]);
    await expect(taxonHandlers('property_category').details(createTestCtx(services, admin), { id: first.id })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('is refused for the same term, a term of another vocabulary or a stale revision, and moves no reference', async () => {
    const a = await made('amenity');
    const b = await made('amenity');
    const type = await made('property_type');
    const { id } = await property({ amenities: [a.id] });
    const merge = (into_id: number, revision?: number) => as((ctx) => amenities.merge(ctx, { id: a.id, into_id, revision }));
    await expect(merge(a.id)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(merge(type.id)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(merge(b.id, a.revision + 1)).rejects.toMatchObject({ failure: 'conflict', extra: { current: { id: a.id } } });
    const kept = await services.database.db.selectFrom('property').select('amenities').where('id', '=', id).executeTakeFirstOrThrow();
    expect(kept.amenities).toEqual([a.id]);
  });
});

describe('vocabulary deletion', () => {
  test('refuses a term in use with its number of uses, and deletes an unused term', async () => {
    const word = await made('amenity', { name: 'Helipad' });
    const { id } = await property({ amenities: [word.id] });
    await unit(id, { amenities: [word.id] });
    await unit(id, { amenities: [word.id] });
    const gone = () => as((ctx) => amenities.remove(ctx, { id: word.id }));
    await expect(gone()).rejects.toMatchObject({
      failure: 'conflict',
      message: expect.stringContaining('Helipad is in use: 1 property, 2 units'),
      extra: { used: { properties: 1, units: 2 } },
    });
    await sql`update property set amenities = '{}' where id = ${id}`.execute(services.database.db);
    await sql`update unit set amenities = '{}' where property_id = ${id}`.execute(services.database.db);
    await gone();
    await expect(gone()).rejects.toMatchObject({ failure: 'notFound' });
    const category = await made('property_category', { name: 'Farms' });
    await made('property_type', { category_id: category.id });
    await expect(as((ctx) => taxonHandlers('property_category').remove(ctx, { id: category.id }))).rejects.toMatchObject({
      message: expect.stringContaining('Farms is in use: 1 property type.'),
    });
  });
});

describe('search bits of amenities', () => {
  const bits = async () =>
    (await services.database.db.selectFrom('taxon').select(['id', 'bit']).where('bit', 'is not', null).where('deleted_at', 'is', null).execute())
      .length;

  test('are unique for each searchable amenity, and when all bits are in use no other amenity can become searchable', async () => {
    const held: number[] = [];
    while ((await bits()) < maxSearchableAmenities) held.push((await made('amenity', { searchable: true })).id);
    await expect(made('amenity', { searchable: true })).rejects.toMatchObject({
      failure: 'conflict',
      extra: { fields: { searchable: expect.any(String) } },
    });
    const spare = await made('amenity');
    await expect(as((ctx) => amenities.update(ctx, { id: spare.id, searchable: true }))).rejects.toMatchObject({ failure: 'conflict' });
    const [a, b, c] = held as [number, number, number];
    await as((ctx) => amenities.merge(ctx, { id: a, into_id: b }));
    await as((ctx) => amenities.remove(ctx, { id: b }));
    await as((ctx) => amenities.update(ctx, { id: c, searchable: false }));
    expect(await bits()).toBe(maxSearchableAmenities - 3);
    for (const id of [spare.id, c]) await as((ctx) => amenities.update(ctx, { id, searchable: true }));
    await as((ctx) => amenities.update(ctx, { id: c, name_sw: 'Bado' }));
    expect(await bits()).toBe(maxSearchableAmenities - 1);
    const { rows } = await sql`select bit from taxon where bit is not null and deleted_at is null group by bit having count(*) > 1`.execute(
      services.database.db,
    );
    expect(rows).toEqual([]);
    for (const id of held.slice(3)) await as((ctx) => amenities.update(ctx, { id, searchable: false }));
  });
});

describe('vocabulary editing', () => {
  test('of two concurrent creations of the same code, one succeeds and the second gets an error at the code field', async () => {
    const both = await Promise.allSettled([
      made('amenity', { name: 'Tennis', code: 'tennis' }),
      made('amenity', { name: 'Tennis court', code: 'tennis' }),
    ]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')).toMatchObject({
      reason: { failure: 'conflict', extra: { fields: { code: expect.any(String) } } },
    });
    // Without an entered code the error is at the name, the only field the user filled in.
    await expect(made('amenity', { name: 'TENNIS' })).rejects.toMatchObject({ failure: 'conflict', extra: { fields: { name: expect.any(String) } } });
  });

  test('changes only the fields that were sent, and refuses an edit with a stale revision', async () => {
    const word = await made('amenity', { name: 'Squash court', name_sw: 'Skwoshi', aliases: ['Squash', 'squash', 'SQUASH COURT'] });
    expect(word.aliases).toEqual(['Squash']);
    const hidden = await as((ctx) => amenities.update(ctx, { id: word.id, visible: false, revision: word.revision }));
    expect(hidden).toMatchObject({ name: 'Squash court', name_sw: 'Skwoshi', aliases: ['Squash'], visible: false, code: 'squash_court' });
    await expect(as((ctx) => amenities.update(ctx, { id: word.id, name: 'Late', revision: word.revision }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { visible: false } },
    });
    await expect(made('property_type', { category_id: word.id })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { category_id: expect.any(String) } },
    });
  });
});

describe('vocabulary order', () => {
  const order = async () =>
    (await amenities.list(createTestCtx(services, admin), { page: 1, page_size: 100, sort: 'sort', z_filter: {} })).results.map((t) => t.id);

  test('reordering moves only the listed terms, and a repeat changes nothing', async () => {
    const before = await order();
    const [a, b, c] = [before[2], before[5], before[9]] as [number, number, number];
    const wanted = [...before];
    [wanted[2], wanted[5], wanted[9]] = [c, a, b];
    for (let twice = 0; twice < 2; twice++) {
      await as((ctx) => amenities.reorder(ctx, { ids: [c, a, b] }));
      expect(await order()).toEqual(wanted);
    }
    await expect(as((ctx) => amenities.reorder(ctx, { ids: [a, 987_654_321] }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as((ctx) => amenities.reorder(ctx, { ids: [a, a] }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await order()).toEqual(wanted);
  });
});

describe('public vocabulary', () => {
  test('shows visible terms in order, immediately after a change', async () => {
    const codes = async () => (await readVocabulary(services.database.db)).unit_type.map((w) => w.code);
    const before = await codes();
    expect(before).toContain('bedsitter');
    const word = await made('unit_type', { name: 'Loft', name_sw: 'Darini', bedrooms: 1 });
    expect(await codes()).toEqual([...before, 'loft']);
    await as((ctx) => taxonHandlers('unit_type').update(ctx, { id: word.id, visible: false }));
    expect(await codes()).toEqual(before);
    const list = await taxonHandlers('unit_type').list(createTestCtx(services, admin), {
      page: 1,
      page_size: 10,
      sort: 'sort',
      z_filter: { visible: 'hidden' },
    });
    expect(list.results.map((t) => t.code)).toEqual(['loft']);
  });
});
