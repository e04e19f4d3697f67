import pg from 'pg';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { JourneyEnvironment, JourneySession } from './stage.ts';

/** Steps that journeys share: buttons, dialogs, menus and test pictures. */

export const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

export const confirmDialog = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** The menu of more actions in a page's heading. */
export const chooseMoreAction = async (page: Page, name: string) => {
  await page.locator('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Three different pictures, unlike any other. */
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
  const line = page.getByRole('group', { name: `Unit group ${at}` });
  await line.getByLabel('Unit naming').selectOption({ label: 'Custom pattern' });
  await line.getByLabel('Name pattern').fill(pattern);
  await line.getByLabel('Unit type').selectOption({ label: type });
  await line.getByLabel('Monthly rent (optional)').fill(rent);
}

/** Creates thirty two-bedroom and ten one-bedroom units by the wizard and returns the address of the new property. */
export async function createProperty({ page, go, settled, accessible }: JourneySession, name: string): Promise<string> {
  await go('/dashboard/owner/properties/create_property');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await pressButton(page, 'Continue');
  await page.getByText('Correct 2 fields to continue.').waitFor();
  await page.getByLabel('Category').selectOption({ label: 'Residential' });
  await page.getByLabel('Property type').selectOption({ label: 'Apartment block' });
  await settled();
  await pressButton(page, 'Continue');
  await page.getByLabel('Ward or estate').first().fill('Kilimani');
  // A floating list on a desktop, buttons under the field on a phone.
  await page
    .getByRole('option', { name: /^Kilimani/ })
    .or(page.getByRole('button', { name: /^Kilimani/ }))
    .first()
    .click();
  // A pin in London is rejected in this step; earlier it was dropped silently.
  await page.getByLabel('Latitude').fill('51.5');
  await page.getByLabel('Longitude').fill('-0.12');
  await pressButton(page, 'Continue');
  await page
    .getByText(/Enter a latitude in Kenya/)
    .first()
    .waitFor();
  await page.getByLabel('Latitude').fill('-1.2921');
  await page.getByLabel('Longitude').fill('36.7856');
  await accessible();
  await pressButton(page, 'Continue');
  await fillLine(page, 1, { pattern: 'A{01..30}', type: '2 bedroom', rent: '65000' });
  await pressButton(page, 'Add unit group');
  await fillLine(page, 2, { pattern: 'B{01..10}', type: '1 bedroom', rent: '42000' });
  await page.getByText('40 units so far').waitFor();
  await accessible();
  await pressButton(page, 'Continue');
  await page.getByRole('checkbox', { name: 'Borehole', exact: true }).check();
  await accessible();
  await pressButton(page, 'Continue');
  await accessible();
  await pressButton(page, 'Continue');
  await page.getByText('A01, A02, A03').waitFor();
  await accessible();
  await pressButton(page, 'Create property');
  // The pictures are the last step, and can be added later.
  await page.getByRole('link', { name: 'Add pictures later' }).click();
  await page.getByText('It has 40 units. Add pictures next.').waitFor();
  await page.getByText('40 of 40 vacant').waitFor();
  await settled();
  return new URL(page.url()).pathname;
}

/** The same property without the wizard, which has a journey of its own: verified, with pictures, and with all units vacant. */
export async function seedProperty({ database }: JourneyEnvironment, name: string): Promise<string> {
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

/** Starts at the page of the new property. */
export async function addPictures({ page, settled }: JourneySession): Promise<void> {
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

export async function requestVerification({ page }: JourneySession): Promise<void> {
  await pressButton(page, 'Request verification');
  await confirmDialog(page, 'Request verification');
  await page.getByText('Pending verification').first().waitFor();
}

export async function verifyProperty({ page, go, settled }: JourneySession, name: string): Promise<void> {
  await go('/dashboard/admin/properties?status=pending_verification');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled();
  await pressButton(page, 'Verify property');
  for (const what of ['Property exists', 'Owner’s authority to let or sell', 'Units counted']) {
    await page.getByRole('checkbox', { name: `${what} (required)` }).check();
    await page.getByLabel(`Method: ${what}`).selectOption({ label: 'Site visit' });
    await page.getByLabel(`Evidence: ${what}`).fill('Seen at the gate');
  }
  await confirmDialog(page, 'Verify property');
  await page.getByText('Verified', { exact: true }).first().waitFor();
}

/** Publishes all vacant two-bedroom units at once. */
export async function publishVacantUnits({ page, go, settled }: JourneySession, path: string): Promise<void> {
  await go(path);
  await page.getByText('Verified', { exact: true }).first().waitFor();
  await go(`${path}/listings`);
  await page.getByRole('link', { name: 'Add listing' }).click();
  await page.getByLabel('Unit type').selectOption({ label: '2 bedroom' });
  await pressButton(page, 'Select all 30');
  await page.getByText('30 units selected').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('65000');
  await settled();
  await pressButton(page, 'Create 30 listings');
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(30);
  await settled();
}

/** A visitor finds the listings and opens one; returns its address. */
export async function findAndOpenListing({ page, go, settled }: JourneySession, name: string): Promise<string> {
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
  await page.getByText('Move-in cost', { exact: true }).first().waitFor();
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

/** A table with errors: columns are mapped, every error is shown at its row, and the valid rows are imported and removed again. */
export async function importUnitsWithErrors({ page, go, settled, accessible }: JourneySession, path: string): Promise<void> {
  await go(`${path}/units/import_units`);
  await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(messy) });
  await page.getByRole('heading', { name: 'Columns of old.csv' }).waitFor();
  expect(await page.getByLabel('House No.').inputValue()).toBe('name');
  expect(await page.getByLabel('Kodi ya mwezi').inputValue()).toBe('rent');
  await page.getByLabel('Notes').selectOption('');
  await accessible();
  await pressButton(page, 'Check rows');
  await page.getByText('2 rows are ready to import. 4 rows have errors and will be skipped.').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(4);
  expect(await page.locator('tbody').innerText()).toMatch(/castle[\s\S]*many/);
  await accessible();
  await pressButton(page, 'Import 2 units');
  await page.waitForURL(`**${path}/units`);
  await page.getByText('42', { exact: true }).first().waitFor();
  await settled();
  await go(`${path}/units/import_units`);
  await page.getByRole('button', { name: 'Undo import' }).first().click();
  await confirmDialog(page, 'Undo import');
  await page.getByText('Import undone').first().waitFor();
  await go(`${path}/units`);
  await page.getByText('40', { exact: true }).first().waitFor();
}

/** The dialog shows what moves before the merge, and the merged amenity is missing from list and filters afterwards. */
export async function mergeAmenities({ url }: JourneyEnvironment, { page, go, settled }: JourneySession): Promise<void> {
  const filters = async () => (await fetch(`${url}/listings?type=rent`)).text();
  expect(await filters()).toContain('Instant shower');
  await go('/dashboard/admin/properties/amenities?q=instant');
  await page.getByRole('link', { name: /Instant shower/ }).click();
  await pressButton(page, 'Merge into another entry');
  const dialog = page.getByRole('dialog', { name: 'Merge Instant shower into another entry?' });
  await dialog.getByLabel('Entry to keep').selectOption({ label: 'Solar water heating' });
  await dialog.getByText(/\d+ units will change from Instant shower to Solar water heating/).waitFor();
  await settled();
  await dialog.getByRole('button', { name: 'Merge entries', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await go('/dashboard/admin/properties/amenities?q=instant');
  // The link of the old name leads to the merged amenity.
  await page.getByRole('link', { name: /Solar water heating/ }).waitFor();
  expect(await page.getByRole('link', { name: /Instant shower/ }).count()).toBe(0);
  await settled();
  await expect.poll(filters).not.toContain('Instant shower');
}
