import pg from 'pg';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Stage, Walk } from './stage.ts';

/** What owners and admins do with a property, on whatever screen their walk has. */

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

export const confirm = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** What stands behind the buttons of a page's heading. */
export const more = async (page: Page, name: string) => {
  await page.locator('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Three pictures that look like nothing else and not like each other. */
const picture = (at: number) => {
  const shapes = [
    '<circle cx="500" cy="320" r="260" fill="#e8b04b"/>',
    '<path d="M0 800 L600 90 L1200 800z" fill="#8a4b2f"/>',
    '<rect x="80" y="420" width="1040" height="180" fill="#2f6f8a"/><rect x="700" y="60" width="190" height="700" fill="#7d2f8a"/>',
  ];
  const drawn = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#dfe7df"/>${shapes[at]}</svg>`,
    ),
  );
  return at === 2 ? drawn.png().toBuffer() : drawn.jpeg().toBuffer();
};

async function fillLine(page: Page, at: number, { pattern, type, rent }: { pattern: string; type: string; rent: string }) {
  const line = page.getByRole('group', { name: `Line ${at}` });
  await line.getByLabel('How they are named').selectOption({ label: 'My own pattern' });
  await line.getByLabel('Names of units').fill(pattern);
  await line.getByLabel('Unit type').selectOption({ label: type });
  await line.getByLabel('Rent a month (optional)').fill(rent);
}

/** Thirty two-bedroom and ten one-bedroom units by the wizard; answers where the new property stands. */
export async function createProperty({ page, go, settled, accessible }: Walk, name: string): Promise<string> {
  await go('/dashboard/owner/properties/create_property');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Continue');
  await page.getByText('Fix 2 things to continue.').waitFor();
  await page.getByLabel('Category').selectOption({ label: 'Residential' });
  await page.getByLabel('Property type').selectOption({ label: 'Apartment block' });
  await settled();
  await press(page, 'Continue');
  await page.getByLabel('Ward or estate').first().fill('Kilimani');
  // A list that floats on a desktop, buttons under the field on a phone.
  await page
    .getByRole('option', { name: /^Kilimani/ })
    .or(page.getByRole('button', { name: /^Kilimani/ }))
    .first()
    .click();
  // A pin in London stops the step; it was dropped in silence before.
  await page.getByLabel('Latitude').fill('51.5');
  await page.getByLabel('Longitude').fill('-0.12');
  await press(page, 'Continue');
  await page
    .getByText(/Enter a latitude in Kenya/)
    .first()
    .waitFor();
  await page.getByLabel('Latitude').fill('-1.2921');
  await page.getByLabel('Longitude').fill('36.7856');
  await accessible();
  await press(page, 'Continue');
  await fillLine(page, 1, { pattern: 'A{01..30}', type: '2 bedroom', rent: '65000' });
  await press(page, 'Add a line');
  await fillLine(page, 2, { pattern: 'B{01..10}', type: '1 bedroom', rent: '42000' });
  await page.getByText('40 units so far').waitFor();
  await accessible();
  await press(page, 'Continue');
  await page.getByRole('checkbox', { name: 'Borehole', exact: true }).check();
  await accessible();
  await press(page, 'Continue');
  await accessible();
  await press(page, 'Continue');
  await page.getByText('A01, A02, A03').waitFor();
  await accessible();
  await press(page, 'Create property');
  // The pictures are the last step, and can wait.
  await page.getByRole('link', { name: 'Add pictures later' }).click();
  await page.getByText('It has 40 units. Pictures come next.').waitFor();
  await page.getByText('40 of 40 vacant').waitFor();
  await settled();
  return new URL(page.url()).pathname;
}

/** The same property without the wizard, which has a journey of its own: verified, with pictures, all of its units vacant. */
export async function plantProperty({ database }: Stage, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number; code: string }>(
      `with made as (
        insert into property (slug, name, company_id, property_type_id, category_id, location_id, region, lat, lng, status, verified_at)
        select $2, $1, p.company_id, t.id, c.id, l.id, l.county, -1.2921, 36.7856, 'verified', now()
        from person p, taxon t, taxon c, (select id, county from location where slug = 'kilimani' order by kind = 'estate' desc, id limit 1) l
        where p.email = 'owner@makao.test' and t.kind = 'property_type' and t.code = 'apartment' and c.kind = 'property_category' and c.code = 'residential'
        returning id, code
      ), units as (
        insert into unit (property_id, slug, name, unit_type_id, bedrooms, bathrooms, rent_cents)
        select made.id, 'a' || n, 'A' || lpad(n::text, 2, '0'), t.id, 2, 1, 6500000
        from made, generate_series(1, 30) n, taxon t where t.kind = 'unit_type' and t.code = 'two_bedroom'
      ), pictures as (
        insert into media_item (property_id, media_type, url, sort) select made.id, 0, '/art/home/' || n || '.svg', n from made, generate_series(1, 3) n
      ) select id, code from made`,
      [name, name.toLowerCase().replaceAll(' ', '-')],
    );
    const [made] = rows;
    return `/dashboard/owner/properties/${made?.id}/${made?.code}`;
  } finally {
    await client.end();
  }
}

/** From the page of the new property. */
export async function addPictures({ page, settled }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Add pictures' }).click();
  await page.getByText('Drop files here').waitFor();
  const files = [0, 1, 2].map(async (at) => ({
    name: `view-${at}.${at === 2 ? 'png' : 'jpg'}`,
    mimeType: at === 2 ? 'image/png' : 'image/jpeg',
    buffer: await picture(at),
  }));
  await page
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles(await Promise.all(files));
  await page.getByText('3 of 3 files uploaded').waitFor();
  await page.getByText('3 of 30').waitFor();
  await settled();
}

export async function requestVerification({ page }: Walk): Promise<void> {
  await press(page, 'Request verification');
  await confirm(page, 'Request verification');
  await page.getByText('Waiting for verification').first().waitFor();
}

export async function verify({ page, go, settled }: Walk, name: string): Promise<void> {
  await go('/dashboard/admin/properties?status=pending_verification');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled();
  await press(page, 'Verify');
  for (const what of ['It is there', 'The right to let or sell it', 'Units counted']) {
    await page.getByRole('checkbox', { name: `${what} (needed)` }).check();
    await page.getByLabel(`How: ${what}`).selectOption({ label: 'Seen on site' });
    await page.getByLabel(`What shows it: ${what}`).fill('Seen at the gate');
  }
  await confirm(page, 'Verify');
  await page.getByText('Verified', { exact: true }).first().waitFor();
}

/** All vacant two-bedroom units at once. */
export async function publish({ page, go, settled }: Walk, path: string): Promise<void> {
  await go(path);
  await page.getByText('Verified', { exact: true }).first().waitFor();
  await go(`${path}/listings`);
  await page.getByRole('link', { name: 'Add a listing' }).click();
  await page.getByLabel('Kind of unit').selectOption({ label: '2 bedroom' });
  await press(page, 'Choose all 30');
  await page.getByText('30 units chosen').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('65000');
  await settled();
  await press(page, 'Create 30 listings');
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(30);
  await settled();
}

/** A stranger finds them and opens one; answers its address. */
export async function findAndOpen({ page, go, settled }: Walk, name: string): Promise<string> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  await go(`/listings?type=rent&q=${name.toLowerCase().replaceAll(' ', '+')}&sort=newest`);
  const cards = page.locator(`main ul li a[href*="${slug}"]`);
  await cards.first().waitFor();
  expect(await cards.count()).toBeGreaterThan(10);
  await settled();
  // One card for the building, and its homes to choose from.
  await page
    .getByText(/^\d+ homes$/)
    .first()
    .waitFor();
  await page.locator('main li summary').first().click();
  await page.locator(`main details a[href*="${slug}/units/"]`).first().click();
  await page.waitForURL(`**/${slug}/units/**`);
  await page.getByText('To move in').first().waitFor();
  await settled();
  return new URL(page.url()).pathname;
}

const messy = [
  'House No.;Aina;Kodi ya mwezi;Notes',
  'C1;2BR;KSh 38.5k;corner',
  'C2;bedsitter;12,000;',
  'C2;bedsitter;12,000;twice',
  ';1 bedroom;20000;no name',
  'C3;castle;90000;no such type',
  'C4;1 bedroom;many;no sum',
].join('\r\n');

/** A table with errors: columns are named, every error stands by its row, the good rows come in and go again. */
export async function importMessy({ page, go, settled, accessible }: Walk, path: string): Promise<void> {
  await go(`${path}/units/import_units`);
  await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(messy) });
  await page.getByRole('heading', { name: 'What the columns of old.csv hold' }).waitFor();
  expect(await page.getByLabel('House No.').inputValue()).toBe('name');
  expect(await page.getByLabel('Kodi ya mwezi').inputValue()).toBe('rent');
  await page.getByLabel('Notes').selectOption('');
  await accessible();
  await press(page, 'Check rows');
  await page.getByText('2 rows can be brought in. 4 rows have errors and are left out.').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(4);
  expect(await page.locator('tbody').innerText()).toMatch(/castle[\s\S]*many/);
  await accessible();
  await press(page, 'Bring in 2 units');
  await page.waitForURL(`**${path}/units`);
  await page.getByText('42', { exact: true }).first().waitFor();
  await settled();
  await go(`${path}/units/import_units`);
  await page.getByRole('button', { name: 'Take back' }).first().click();
  await confirm(page, 'Take back');
  await page.getByText('Taken back').first().waitFor();
  await go(`${path}/units`);
  await page.getByText('40', { exact: true }).first().waitFor();
}

/** What moves is said before, and the merged one is gone from list and filters. */
export async function mergeAmenities({ url }: Stage, { page, go, settled }: Walk): Promise<void> {
  const filters = async () => (await fetch(`${url}/listings?type=rent`)).text();
  expect(await filters()).toContain('Instant shower');
  await go('/dashboard/admin/properties/amenities?q=instant');
  await page.getByRole('link', { name: /Instant shower/ }).click();
  await press(page, 'Merge into another');
  const dialog = page.getByRole('dialog', { name: 'Merge Instant shower into another?' });
  await dialog.getByLabel('Merge into').selectOption({ label: 'Solar water heating' });
  await dialog.getByText(/\d+ units with Instant shower get Solar water heating instead/).waitFor();
  await settled();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await go('/dashboard/admin/properties/amenities?q=instant');
  // The old name leads to the one it became.
  await page.getByRole('link', { name: /Solar water heating/ }).waitFor();
  expect(await page.getByRole('link', { name: /Instant shower/ }).count()).toBe(0);
  await settled();
  await expect.poll(filters).not.toContain('Instant shower');
}
