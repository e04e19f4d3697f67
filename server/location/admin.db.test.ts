import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { readInitialLandmarks } from './landmarks.ts';
import * as location from './service.ts';

let services: TestServices;
let admin: TestPerson;
let owner: TestPerson;
let n = 0;
const as = <T>(work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, admin, work);
const wardsOf = async (county: string) =>
  services.database.db
    .selectFrom('location')
    .select(['id', 'name'])
    .where('kind', '=', 'ward')
    .where('county', '=', county)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const made = (parent_id: number, name: string) =>
  as((ctx) => location.create(ctx, { parent_id, name, aliases: [], lat: null, lng: null, line: null, radius_km: null }));
const property = async (location_id: number, region: string) => {
  const word = async (kind: 'property_type' | 'property_category') =>
    (await services.database.db.selectFrom('taxon').select('id').where('kind', '=', kind).executeTakeFirstOrThrow()).id;
  return services.database.db
    .insertInto('property')
    .values({
      slug: `p-${++n}`,
      name: `Property ${n}`,
      company_id: owner.me.companyId ?? 0,
      property_type_id: await word('property_type'),
      category_id: await word('property_category'),
      location_id,
      region,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};
const lies = (id: number) =>
  services.database.db.selectFrom('property').select(['location_id', 'region']).where('id', '=', id).executeTakeFirstOrThrow();

/** Asserts the invariants: no location in the wrong county, no property in a deleted location or in one of another county. */
async function flaws(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'place' as what, l.id from location l join location p on p.id = l.parent_id
      where l.deleted_at is null and (p.deleted_at is not null or (l.kind <> 'county' and l.county is distinct from p.county))
    union all select 'property', r.id from property r join location l on l.id = r.location_id
      where l.deleted_at is not null or r.region is distinct from l.county`.execute(services.database.db);
  return rows;
}

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  owner = await createPerson(services, 'owner');
});

describe('landmarks', () => {
  const county = () =>
    services.database.db.selectFrom('location').select('id').where('kind', '=', 'county').where('code', '=', '047').executeTakeFirstOrThrow();
  const point = { aliases: ['Bypass'], lat: -1.3, lng: 36.8, line: null, radius_km: null };

  test('a new database has landmarks with county, position and radius, and the search for areas excludes landmarks', async () => {
    const { rows } = await sql<{
      n: number;
      odd: number;
    }>`select count(*)::int as n, (count(*) filter (where l.county <> p.code or l.lat not between -5 and 5.5 or l.lng not between 33.5 and 42.2))::int as odd
      from location l join location p on p.id = l.parent_id where l.kind = 'landmark'`.execute(services.database.db);
    expect(rows[0]).toMatchObject({ odd: 0 });
    expect(rows[0]?.n).toBe(readInitialLandmarks().length);
    const found = await as((ctx) => location.search(ctx, { q: 'ngong road', limit: 20 }));
    expect(found.results.map((p) => p.kind)).not.toContain('landmark');
    expect((await as((ctx) => location.search(ctx, { q: 'ngong road', kind: 'landmark', limit: 20 }))).results[0]?.name).toBe('Ngong Road');
    const { id } = await county();
    expect((await as((ctx) => location.children(ctx, { id }))).results.every((p) => p.kind === 'sub_county')).toBe(true);
  });

  test('admins can create, edit and delete landmarks; the line of a road sets its centre, and invalid landmarks are refused', async () => {
    const { id: parent_id } = await county();
    const road = await as((ctx) => location.create(ctx, { parent_id, name: 'Missing Link', landmark: 'road', ...point }));
    expect(road).toMatchObject({ kind: 'landmark', landmark: 'road', county: '047', radius_km: 0.8, line: null, lat: -1.3 });
    const line: [number, number][] = [
      [-1.29, 36.79],
      [-1.295, 36.795],
      [-1.3, 36.8],
    ];
    const bent = await as((ctx) => location.update(ctx, { id: road.id, line, radius_km: 0.5 }));
    expect(bent).toMatchObject({ line, radius_km: 0.5, lat: -1.295, lng: 36.795 });
    await expect(as((ctx) => location.create(ctx, { parent_id, name: 'Nowhere', landmark: 'mall', ...point, lat: null }))).rejects.toMatchObject({
      failure: 'invalid',
    });
    const ward = (await wardsOf('047'))[0];
    await expect(as((ctx) => location.create(ctx, { parent_id: ward?.id ?? 0, name: 'Mall', landmark: 'mall', ...point }))).rejects.toMatchObject({
      failure: 'invalid',
    });
    expect(await as((ctx) => location.remove(ctx, { id: road.id }))).toEqual({ id: road.id });
  });
});

describe('location editing', () => {
  test('a new location gets the next kind below its parent and the parent’s county, and must have a unique name', async () => {
    const [ward] = await wardsOf('047');
    const court = await made(ward?.id ?? 0, 'Jacaranda Court');
    expect(court).toMatchObject({ kind: 'estate', county: '047', slug: 'jacaranda-court', children: 0, properties: 0 });
    expect(court.path.map((p) => p.kind)).toEqual(['country', 'county', 'sub_county', 'ward']);
    await expect(made(ward?.id ?? 0, 'JACARANDA court')).rejects.toMatchObject({
      failure: 'conflict',
      extra: { fields: { name: expect.any(String) } },
    });
    await expect(made(court.id, 'Too deep')).rejects.toMatchObject({ failure: 'invalid' });
    const kenya = await services.database.db.selectFrom('location').select('id').where('kind', '=', 'country').executeTakeFirstOrThrow();
    await expect(made(kenya.id, 'A 48th county')).rejects.toMatchObject({ failure: 'conflict' });
    const both = await Promise.allSettled([made(ward?.id ?? 0, 'Twin'), made(ward?.id ?? 0, 'twin')]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('an update changes only the sent fields, and a conflicting edit is refused', async () => {
    const [ward] = await wardsOf('047');
    const court = await made(ward?.id ?? 0, 'Edited Court');
    const renamed = await as((ctx) =>
      location.update(ctx, { id: court.id, aliases: ['Kwa Edi', 'kwa edi'], visible: false, revision: court.revision }),
    );
    expect(renamed).toMatchObject({ name: 'Edited Court', aliases: ['Kwa Edi'], visible: false });
    await expect(as((ctx) => location.update(ctx, { id: court.id, name: 'Late', revision: court.revision }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { aliases: ['Kwa Edi'] } },
    });
    const found = await location.adminSearch(createTestCtx(services, admin), { page: 1, page_size: 10, z_filter: { visible: 'hidden' } });
    expect(found.results.map((p) => p.id)).toEqual([court.id]);
  });

  test('moving a location to another county changes the region of its properties; a parent of the wrong kind is refused', async () => {
    const [from, to] = [(await wardsOf('047'))[1], (await wardsOf('001'))[0]];
    const court = await made(from?.id ?? 0, 'Moving Court');
    const { id } = await property(court.id, '047');
    const moved = await as((ctx) => location.move(ctx, { id: court.id, parent_id: to?.id ?? 0, revision: court.revision }));
    expect(moved.county).toBe('001');
    expect(await lies(id)).toEqual({ location_id: court.id, region: '001' });
    await expect(as((ctx) => location.move(ctx, { id: court.id, parent_id: court.id }))).rejects.toMatchObject({ failure: 'invalid' });
    expect(await flaws()).toEqual([]);
  });
});

describe('location merge', () => {
  test('moves properties and child locations, merges children with the same name, and stores the old name as an alias', async () => {
    const [from, to] = [(await wardsOf('047'))[2], (await wardsOf('001'))[1]];
    if (!from || !to) throw new Error('wards are missing');
    const [only, twin, other] = [await made(from.id, 'Only Here'), await made(from.id, 'Sunrise'), await made(to.id, 'sunrise')];
    const homes = [(await property(from.id, '047')).id, (await property(only.id, '047')).id, (await property(twin.id, '047')).id];
    const before = await location.details(createTestCtx(services, admin), { id: from.id });
    expect(before.properties).toBe(3);
    const { into, moved } = await as((ctx) => location.merge(ctx, { id: from.id, into_id: to.id }));
    expect(moved).toEqual({ properties: 2, places: before.children });
    expect(into.aliases).toContain(from.name);
    expect(into.properties).toBe(3);
    expect(await lies(homes[0] ?? 0)).toEqual({ location_id: to.id, region: '001' });
    expect(await lies(homes[1] ?? 0)).toEqual({ location_id: only.id, region: '001' });
    expect(await lies(homes[2] ?? 0)).toEqual({ location_id: other.id, region: '001' });
    expect(await flaws()).toEqual([]);
    expect((await location.search(createTestCtx(services, null), { q: from.name, limit: 5 })).results.map((p) => p.id)).toContain(to.id);
    const { rows } = await sql`select parent_id, lower(name) from location where deleted_at is null group by 1, 2, kind having count(*) > 1`.execute(
      services.database.db,
    );
    expect(rows).toEqual([]);
  });

  test('is refused for merging a location into itself or into another kind, and for counties', async () => {
    const [ward] = await wardsOf('047');
    const court = await made(ward?.id ?? 0, 'Unmerged');
    await expect(as((ctx) => location.merge(ctx, { id: court.id, into_id: court.id }))).rejects.toMatchObject({ failure: 'invalid' });
    await expect(as((ctx) => location.merge(ctx, { id: court.id, into_id: ward?.id ?? 0 }))).rejects.toMatchObject({ failure: 'invalid' });
    const [a, b] = await services.database.db.selectFrom('location').select('id').where('kind', '=', 'county').limit(2).execute();
    await expect(as((ctx) => location.merge(ctx, { id: a?.id ?? 0, into_id: b?.id ?? 0 }))).rejects.toMatchObject({ failure: 'conflict' });
  });
});

test('location deletion: is refused while the location is in use, with the number of properties and locations that use it', async () => {
  const ward = (await wardsOf('047'))[3];
  const court = await made(ward?.id ?? 0, 'Used Court');
  const { id } = await property(court.id, '047');
  const gone = () => as((ctx) => location.remove(ctx, { id: court.id }));
  await expect(gone()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('Used Court is in use: 1 property.') });
  await expect(as((ctx) => location.remove(ctx, { id: ward?.id ?? 0 }))).rejects.toMatchObject({
    message: expect.stringMatching(/1 property, \d+ locations?/),
  });
  await sql`update property set deleted_at = now() where id = ${id}`.execute(services.database.db);
  await gone();
  await expect(location.details(createTestCtx(services, admin), { id: court.id })).rejects.toMatchObject({ failure: 'notFound' });
});
