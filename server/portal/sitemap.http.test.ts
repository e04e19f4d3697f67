import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('demo');
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const locsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => (loc ?? '').replace('http://localhost:3000', ''));

async function everyPage(): Promise<string[]> {
  const index = await sendRequest(app, '/sitemap.xml');
  expect(index.headers['content-type']).toContain('application/xml');
  const files = locsOf(index.text);
  const texts = await Promise.all(
    files.map(async (file) => {
      const answer = await app.inject({ url: file });
      expect(answer.statusCode, file).toBe(200);
      return gunzipSync(answer.rawPayload).toString();
    }),
  );
  return texts.flatMap(locsOf);
}

/** Written without public_listing: an independent version of the rule, so that an error in either is found. */
const livePages = async () => {
  const { rows } = await services.database.pool.query<{ property: string; unit: string | null }>(`
    select '/property/' || p.id || '/' || p.slug as property, case when u.id is not null then '/property/' || p.id || '/' || p.slug || '/units/' || u.id || '/' || u.slug end as unit
    from listing l join property p on p.id = l.property_id join company c on c.id = p.company_id left join unit u on u.id = l.unit_id
    where l.status = 'live' and l.deleted_at is null and not l.over_plan and p.status = 'verified' and not p.stalled and p.archived_at is null and p.deleted_at is null and c.is_active
      and (u.id is null or (u.status = 'vacant' and u.deleted_at is null))
      and exists (select 1 from person h where h.company_id = c.id and h.user_type in (4, 5, 7) and h.verified_status = 'verified' and h.is_active and h.closed_at is null)`);
  return { properties: new Set(rows.map((row) => row.property)), units: new Set(rows.flatMap((row) => (row.unit ? [row.unit] : []))) };
};

describe('sitemap', () => {
  test('lists every live page exactly once, and the search API finds each listed property', async () => {
    const all = await everyPage();
    expect(new Set(all).size).toBe(all.length);
    const { properties, units } = await livePages();
    expect(properties.size).toBeGreaterThan(10);
    const shown = all.filter((path) => path.startsWith('/property/'));
    expect(new Set(shown.filter((path) => path.includes('/units/')))).toEqual(units);
    expect(new Set(shown.filter((path) => !path.includes('/units/') && path !== '/property/compare'))).toEqual(properties);
    for (const path of [...properties].slice(0, 12)) {
      const id = path.split('/')[2];
      expect((await sendRequest(app, `/api/v2/search/property/?id=${id}`)).status, path).toBe(200);
    }
    expect(all).toEqual(expect.arrayContaining(['/', '/landing', '/listings', '/policy/1/tenant-terms']));
    expect(all.filter((path) => /^\/(auth|dashboard|dev)/.test(path))).toEqual([]);
  });

  test('omits a closed listing', async () => {
    const { units } = await livePages();
    const [gone = ''] = units;
    const unitId = Number(gone.split('/')[5]);
    await services.database.pool.query(`update listing set status = 'paused' where unit_id = $1`, [unitId]);
    expect(await everyPage()).not.toContain(gone);
    expect((await sendRequest(app, `/api/v2/search/unit/?id=${unitId}`)).status).toBe(410);
  });

  test('requests for unknown sitemap files return 404, and robots.txt names the sitemap', async () => {
    for (const file of ['units-999.xml.gz', 'nothing-1.xml.gz', '..%2f..%2fetc', 'units-0.xml.gz', 'units.xml'])
      expect((await sendRequest(app, `/sitemaps/${file}`)).status, file).toBe(404);
    expect((await sendRequest(app, '/robots.txt')).text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
  });
});

describe('enquiry form without JavaScript', () => {
  const form = (more: Record<string, string>) => ({
    name: 'Esther',
    phone: '0712345678',
    message: 'Is it free?',
    back: '/property/1/a',
    website: '',
    ...more,
  });

  test('saves the enquiry and redirects to the page of the listing', async () => {
    const { rows } = await services.database.pool.query<{ id: number }>('select id from public_listing order by id limit 1');
    const answer = await sendRequest(app, '/enquire', { method: 'POST', form: form({ listing_id: String(rows[0]?.id) }) });
    expect([answer.status, answer.headers.location]).toEqual([303, '/property/1/a?enquiry=sent#enquiry']);
    const leads = await services.database.pool.query(`select 1 from lead where listing_id = $1 and name = 'Esther'`, [rows[0]?.id]);
    expect(leads.rowCount).toBe(1);
  });

  test("counts a repeated submission once, and saves another person's enquiry on the same page separately", async () => {
    const { rows } = await services.database.pool.query<{ id: number }>('select id from public_listing order by id desc limit 1');
    const listing_id = String(rows[0]?.id);
    const post = (more: Record<string, string>) => sendRequest(app, '/enquire', { method: 'POST', form: form({ listing_id, ...more }) });
    const count = async () => (await services.database.pool.query(`select 1 from lead where listing_id = $1`, [rows[0]?.id])).rowCount ?? 0;
    const before = await count();
    const [first, again] = await Promise.all([post({ name: 'Wanjiru' }), post({ name: 'Wanjiru' })]);
    const later = await post({ name: 'Wanjiru' });
    expect([first, again, later].map((answer) => answer.headers.location)).toEqual(Array(3).fill('/property/1/a?enquiry=sent#enquiry'));
    expect(await count()).toBe(before + 1);
    for (const other of [{ name: 'Otieno' }, { name: 'Wanjiru', phone: '0722000111' }, { name: 'Wanjiru', message: 'May I come on Sunday?' }])
      expect((await post(other)).headers.location).toContain('enquiry=sent');
    expect(await count()).toBe(before + 4);
  });

  test('also redirects after a rejected enquiry, but never to another site', async () => {
    const bad = await sendRequest(app, '/enquire', { method: 'POST', form: form({ phone: 'abc', back: 'https://evil.example/' }) });
    expect([bad.status, bad.headers.location]).toEqual([303, '/listings?enquiry=failed#enquiry']);
    expect(
      (await sendRequest(app, '/enquire', { method: 'POST', form: form({ listing_id: '1', back: '//evil.example', phone: '' }) })).headers.location,
    ).toBe('/listings?enquiry=failed#enquiry');
  });
});
