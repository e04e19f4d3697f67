import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createTestCtx } from '#test/people.ts';
import * as location from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

describe('initial locations', () => {
  test('are 47 counties, 290 sub-counties and 1,450 wards', async () => {
    const { rows } = await sql<{ kind: string; n: number }>`select kind, count(*) as n from location where deleted_at is null group by kind`.execute(
      services.database.db,
    );
    const counts = Object.fromEntries(rows.map((r) => [r.kind, Number(r.n)]));
    expect(counts).toMatchObject({ country: 1, county: 47, sub_county: 290, ward: 1450 });
    expect(counts.estate).toBeGreaterThan(1000);
  });

  test('have a parent of the right kind and a county, and each estate is in a ward of its county', async () => {
    const { rows } = await sql<{ id: number; kind: string; name: string; above: string | null }>`
      select l.id, l.kind, l.name, p.kind as above from location l left join location p on p.id = l.parent_id
      where (l.kind, coalesce(p.kind, '')) not in (('country', ''), ('county', 'country'), ('sub_county', 'county'), ('ward', 'sub_county'), ('estate', 'ward'), ('landmark', 'county'))
        or (l.kind not in ('country', 'county') and l.county is distinct from p.county)
        or (l.kind = 'county' and l.county is distinct from l.code)`.execute(services.database.db);
    expect(rows).toEqual([]);
  });
});

describe('location search', () => {
  const names = async (q: string, more: object = {}) =>
    (await location.search(createTestCtx(services, null), { q, limit: 10, ...more })).results.map((p) => p.name);

  test('finds locations by name, prefix, misspelling and alias', async () => {
    expect((await names('Kilimani'))[0]).toBe('Kilimani');
    expect((await names('kilim'))[0]).toBe('Kilimani');
    expect((await names('kilmani'))[0]).toBe('Kilimani');
    expect(await names('Westi')).toContain('Westlands');
    expect((await names('rongai'))[0]).toMatch(/Rongai/);
    expect(await names('zzzzqqq')).toEqual([]);
    expect(await names('%')).toEqual([]);
  });

  test('returns the full path of a location, and text after a comma narrows the result', async () => {
    const { results } = await location.search(createTestCtx(services, null), { q: 'kilimani, nairobi', limit: 10 });
    expect(results[0]?.path.map((p) => p.kind).slice(0, 2)).toEqual(['country', 'county']);
    expect(new Set(results.map((p) => p.county))).toEqual(new Set(['047']));
    expect(
      (await location.search(createTestCtx(services, null), { q: 'kilimani', kind: 'ward', limit: 10 })).results.every((p) => p.kind === 'ward'),
    ).toBe(true);
  });

  test('excludes hidden locations and all locations inside a hidden location', async () => {
    const [first] = (await location.search(createTestCtx(services, null), { q: 'Kilimani', kind: 'ward', limit: 1 })).results;
    if (!first) throw new Error('no ward of that name');
    const inside = await location.children(createTestCtx(services, null), { id: first.id });
    const name = inside.results[0]?.name ?? '';
    expect(name).not.toBe('');
    await services.database.db.updateTable('location').set({ visible: false }).where('id', '=', first.id).execute();
    const found = (await location.search(createTestCtx(services, null), { q: name, limit: 20 })).results.map((p) => p.id);
    expect(found).not.toContain(inside.results[0]?.id);
    expect((await location.search(createTestCtx(services, null), { q: 'Kilimani', limit: 20 })).results.map((p) => p.id)).not.toContain(first.id);
    await services.database.db.updateTable('location').set({ visible: true }).where('id', '=', first.id).execute();
    expect((await location.search(createTestCtx(services, null), { q: name, limit: 20 })).results.map((p) => p.id)).toContain(inside.results[0]?.id);
  });

  test('lists the child locations of a given location by name, and the counties if no location is given', async () => {
    const [kenya] = (await location.children(createTestCtx(services, null), {})).results;
    expect(kenya).toMatchObject({ name: 'Kenya', kind: 'country', children: 47 });
    const { results, count } = await location.children(createTestCtx(services, null), { id: kenya?.id });
    expect(count).toBe(47);
    expect(results.map((p) => p.name)).toEqual([...results.map((p) => p.name)].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')));
    await expect(location.children(createTestCtx(services, null), { id: 987_654_321 })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
