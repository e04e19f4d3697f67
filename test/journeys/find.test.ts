import { gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
let pool: pg.Pool;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  pool = new pg.Pool({ connectionString: stage.database, max: 2 });
  // The cluster stops before the pool at the end.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool?.end();
  await stage?.close();
});

type Live = { property: string; unit: string; unit_id: number; listing_id: number };
const live = async (): Promise<Live> => {
  const { rows } = await pool.query<Live>(`
    select '/property/' || p.id || '/' || p.slug as property, '/property/' || p.id || '/' || p.slug || '/units/' || u.id || '/' || u.slug as unit, u.id::int as unit_id, l.id::int as listing_id
    from public_listing l join property p on p.id = l.property_id join unit u on u.id = l.unit_id where l.listing_type = 0 order by l.id limit 1`);
  const [row] = rows;
  if (!row) throw new Error('the demo offers nothing');
  return row;
};
const ask = (path: string) => fetch(stage.url + path, { redirect: 'manual' });
const html = async (path: string) => (await ask(path)).text();
const ldOf = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '{}') as { '@graph': { '@type': string }[] };

/** Homes of one building are one card that opens. */
const openBuildings = (page: Page) =>
  page.locator('main li details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });

describe('public pages for search engines and link previews', () => {
  test('contain the title, canonical address, languages, pictures and structured data in the first HTML', async () => {
    const { unit, property, listing_id } = await live();
    const text = await html(unit);
    expect(text).toContain(`<link rel="canonical" href="${stage.url}${unit}"/>`);
    expect(text).toMatch(/<title>Makao \| [^<]+<\/title>/);
    expect(text).toContain(`<meta property="og:image" content="${stage.url}/og/listing/${listing_id}.jpg"/>`);
    expect(text).toContain(`hrefLang="sw" href="${stage.url}${unit}?lang=sw"`);
    expect(ldOf(text)['@graph'].map((thing) => thing['@type'])).toEqual(['RealEstateListing', 'BreadcrumbList']);
    expect(ldOf(await html(property))['@graph'][0]).toMatchObject({
      '@type': 'RealEstateListing',
      offers: expect.arrayContaining([expect.objectContaining({ '@type': 'Offer', priceCurrency: 'KES' })]),
    });
    expect(ldOf(await html('/'))['@graph'].map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite']);
    expect((await ask(`/og/listing/${listing_id}.jpg`)).status).toBe(200);
  });

  test('each search has one canonical address', async () => {
    const text = await html('/listings?type=rent');
    expect(text.match(/href="\/property\/\d+\/[^"]+\/units\//g)?.length).toBeGreaterThan(20);
    expect((await ask('/listings?beds=1&beds=2&min=')).headers.get('location')).toBe('/listings?beds=1,2');
    expect((await ask('/listings?type=rent&min=-5&beds=99')).headers.get('location')).toBe('/listings?type=rent');
    expect((await ask('/listings?type=%27%3B+drop+table&max=1e999')).status).toBe(302);
    expect((await ask(`/listings?q=${'a'.repeat(199)}`)).status).toBe(200);
  });

  test('a search without results offers relaxed searches with correct counts', async () => {
    const text = await html('/listings?type=rent&q=2+bedroom+roysambu+under+1k');
    expect(text).toContain('<h1>2-bedroom homes to rent in Roysambu</h1>');
    const ways = [...text.matchAll(/<a href="([^"]+)" data-soft="true"><span>([^<]+)<\/span><b>(\d+)<\/b>/g)];
    expect(ways.map((way) => way[2])).toContain('Any price');
    for (const [, path = '', label, n] of ways) expect(await html(path.replaceAll('&amp;', '&')), label).toMatch(new RegExp(`>${n} listings?<`));
    const lost = await html('/listings?type=buy&q=zzzz+garissa+under+1');
    expect(lost).toMatch(/<a href="[^"]+" data-soft="true"><span>Homes and land for sale<\/span><b>\d+<\/b>/);
  });

  test('redirect an address with a wrong name permanently, and answer "not found" for an unknown id', async () => {
    const { unit, property, unit_id } = await live();
    const wrong = await ask(property.replace(/[^/]+$/, 'old-name'));
    expect([wrong.status, wrong.headers.get('location')]).toEqual([301, property]);
    const units = await ask(`${property.replace(/[^/]+$/, 'x')}/units?type=bedsitter`);
    expect([units.status, units.headers.get('location')]).toEqual([301, `${property}/units?type=bedsitter`]);
    expect((await ask(unit.replace(/[^/]+$/, 'x'))).headers.get('location')).toBe(unit);
    expect((await ask(unit.replace(/^\/property\/\d+/, '/property/999999'))).status).toBe(404);
    for (const path of ['/property/999999/none', '/property/abc/x', '/property/1e3/x', `${property}/units/99999999/x`])
      expect((await ask(path)).status, path).toBe(404);
    expect(unit_id).toBeGreaterThan(0);
  });
});

test('paused listing: answers 410 with similar homes and disappears from the search', async () => {
  const { unit, unit_id, listing_id } = await live();
  const first = await ask(unit);
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate']);
  const kept = await ask(unit);
  expect(kept.headers.get('etag')).toBe(first.headers.get('etag'));
  const searched = await html('/listings?type=rent&sort=newest');
  await pool.query(`update listing set status = 'paused' where id = $1`, [listing_id]);
  await expect.poll(async () => (await ask(unit)).status).toBe(410);
  const gone = await ask(unit);
  const text = await gone.text();
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'private, no-store']);
  expect(text).toContain('This home is no longer available');
  expect(text).toContain('Similar homes');
  expect(text).toContain('content="noindex"');
  await expect.poll(() => html('/listings?type=rent&sort=newest')).not.toBe(searched);
  expect(await html(`/listings?q=${unit_id}`)).not.toContain(unit);
  await pool.query(`update listing set status = 'live' where id = $1`, [listing_id]);
});

describe.each(['desktop', 'phone'] as const)('a visitor on a %s', (size) => {
  test('searches by text and filters, opens and compares homes and sends an enquiry', async () => {
    const { page, go, accessible, settled, done } = await stage.enter(size);
    await go('/');
    await settled();
    await page.getByRole('combobox', { name: 'Where' }).fill('2 bedroom under 100k');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/listings?**');
    await page.getByText('Your search was read as').waitFor();
    await page.getByRole('link', { name: 'Remove 2 bedrooms' }).waitFor();
    await settled();
    if (size === 'phone') await page.getByRole('link', { name: 'Filters' }).click();
    await page.getByLabel('Borehole').first().check();
    if (size === 'phone') {
      await accessible();
      await page.getByRole('button', { name: /^Show \d/ }).click();
    }
    await page.waitForURL('**amenities=borehole**');
    await page.locator('html[data-ready]').waitFor();
    const cards = page.locator('main ul li a[href*="/units/"]');
    await openBuildings(page);
    await cards.first().waitFor();
    await page
      .getByRole('button', { name: /^Compare: / })
      .first()
      .click();
    await page.getByRole('link', { name: 'Remove Borehole' }).click();
    await page.waitForURL((url) => !url.search.includes('borehole'));
    await openBuildings(page);
    await page
      .getByRole('button', { name: /^Compare: /, pressed: false })
      .first()
      .click();
    await page.getByText('2 homes to compare').waitFor();
    await cards.first().click();
    await page.waitForURL('**/units/**');
    await page.getByText('Move-in cost', { exact: true }).first().waitFor();
    await settled();
    await page.locator('main a', { hasText: /pictures?$/ }).click();
    await page.getByRole('dialog', { name: 'Pictures' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 / ').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Your name').fill('Esther Wanjiru');
    await page.getByLabel('Phone').fill('0712 345 678');
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await page.getByRole('status').getByText('Enquiry sent. You will receive the reply by SMS').waitFor();
    await page.locator('#enquiry:focus').waitFor();
    await expect.poll(() => page.locator('#enquiry').evaluate((at) => at.getBoundingClientRect().top > 0)).toBe(true);
    await page.getByRole('complementary', { name: 'Compare' }).getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL('**/property/compare?ids=**');
    await done();
  });

  test('opens every public page of a property with at most 150 KB of script each', async () => {
    const { unit, property } = await live();
    for (const path of ['/', '/landing', '/listings?type=rent', property, `${property}/units`, unit]) {
      const { page, go, settled, done } = await stage.enter(size);
      const scripts: Promise<number>[] = [];
      page.on('response', (answer) => {
        if (answer.request().resourceType() === 'script') scripts.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
      });
      await go(path);
      const kb = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
      expect(kb, path).toBeLessThanOrEqual(150);
      await settled();
      await done();
    }
  });
});

test('search, filters, pages and enquiry: work without JavaScript', async () => {
  const { page, go, done } = await stage.enter('phone', { javaScriptEnabled: false });
  await go('/');
  await page.getByRole('combobox', { name: 'Where' }).fill('bedsitter');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/listings?type=rent&q=bedsitter');
  await page.getByRole('link', { name: 'Filters' }).click();
  await page.getByLabel('Borehole').first().check();
  await page.getByRole('button', { name: /^Show \d/ }).click();
  await page.waitForURL('**amenities=borehole**');
  await go('/listings?type=rent');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL('**page=2**');
  await openBuildings(page);
  await page.locator('main ul li a[href*="/units/"]').first().click();
  // A part that hydrates late must look complete before, so its style is in the page.
  expect(
    await page
      .locator('section[aria-labelledby="similar"] ul')
      .first()
      .evaluate((list) => getComputedStyle(list).display),
  ).toBe('grid');
  await page.getByLabel('Your name').fill('Otieno');
  await page.getByLabel('Phone').fill('0722000111');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await page.getByText('Enquiry sent. You will receive the reply by SMS').waitFor();
  await done();
});
