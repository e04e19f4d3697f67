import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../browser.ts';
import { openStage, type Stage, type Walk } from './stage.ts';

/** One house for all of them, in this order: what an owner makes in the first is what strangers, admins and agents meet in the others. */
let stage: Stage;
let owner: Walk;
let admin: Walk;
beforeAll(async () => {
  stage = await openStage();
  [owner, admin] = [await stage.enter(), await stage.enter()];
  await signInAs(owner.page, 'owner');
  await signInAs(admin.page, 'admin');
}, 120_000);
afterAll(() => stage?.close());

const court = { name: 'Kijito Court', path: '', unit: '' };
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0);
const settled = async ({ page, accessible }: Walk) => {
  await fits(page);
  await accessible();
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const confirm = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
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
  await line.getByLabel('Names of units').fill(pattern);
  await line.getByLabel('Unit type').selectOption({ label: type });
  await line.getByLabel('Rent a month (optional)').fill(rent);
}

test('an owner creates a property with forty units by the wizard', async () => {
  const { page, go } = owner;
  await go('/dashboard/owner/properties/create_property');
  await page.getByLabel('Name', { exact: true }).fill(court.name);
  await press(page, 'Continue');
  await page.getByText('Fix 2 things to continue.').waitFor();
  await page.getByLabel('Category').selectOption({ label: 'Residential' });
  await page.getByLabel('Property type').selectOption({ label: 'Apartment block' });
  await settled(owner);
  await press(page, 'Continue');
  await page.getByLabel('Ward or estate').first().fill('Kilimani');
  await page
    .getByRole('option', { name: /^Kilimani/ })
    .first()
    .click();
  await page.getByLabel('Latitude').fill('-1.2921');
  await page.getByLabel('Longitude').fill('36.7856');
  await settled(owner);
  await press(page, 'Continue');
  await fillLine(page, 1, { pattern: 'A{01..30}', type: '2 bedroom', rent: '65000' });
  await press(page, 'Add a line');
  await fillLine(page, 2, { pattern: 'B{01..10}', type: '1 bedroom', rent: '42000' });
  await page.getByText('40 units so far').waitFor();
  await settled(owner);
  await press(page, 'Continue');
  await page.getByRole('checkbox', { name: 'Borehole', exact: true }).check();
  await settled(owner);
  await press(page, 'Continue');
  await settled(owner);
  await press(page, 'Continue');
  await page.getByText('A01, A02, A03').waitFor();
  await settled(owner);
  await press(page, 'Create property');
  await page.getByText('It has 40 units. Pictures come next.').waitFor();
  court.path = new URL(page.url()).pathname;
  await page.getByText('40 of 40 vacant').waitFor();
  await settled(owner);
});

test('adds three pictures, asks for verification, and an admin verifies it', async () => {
  const { page, go } = owner;
  await page.getByRole('link', { name: 'Add pictures' }).click();
  await page.getByText('Drop files here').waitFor();
  await page
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles(
      await Promise.all(
        [0, 1, 2].map(async (at) => ({
          name: `view-${at}.${at === 2 ? 'png' : 'jpg'}`,
          mimeType: at === 2 ? 'image/png' : 'image/jpeg',
          buffer: await picture(at),
        })),
      ),
    );
  await page.getByText('3 of 3 files are there').waitFor({ timeout: 30_000 });
  await page.getByText('3 of 30').waitFor();
  await settled(owner);
  await press(page, 'Request verification');
  await confirm(page, 'Request verification');
  await page.getByText('Waiting for verification').first().waitFor();

  await admin.go('/dashboard/admin/properties?status=pending_verification');
  await admin.page.getByRole('link', { name: new RegExp(court.name) }).click();
  await admin.page.getByRole('heading', { level: 1, name: court.name }).waitFor();
  await settled(admin);
  await press(admin.page, 'Verify');
  await confirm(admin.page, 'Verify');
  await admin.page.getByText('Verified', { exact: true }).first().waitFor();
  await go(court.path);
  await page.getByText('Verified', { exact: true }).first().waitFor();
});

test('publishes all vacant two-bedroom units at once; a stranger with a phone finds them and opens one', async () => {
  const { page, go } = owner;
  await go(`${court.path}/listings`);
  await page.getByRole('link', { name: 'New listing' }).click();
  await page.getByLabel('Kind of unit').selectOption({ label: '2 bedroom' });
  await press(page, 'Choose all 30');
  await page.getByText('30 units chosen').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('65000');
  await settled(owner);
  await press(page, 'Create 30 listings');
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(30);
  await settled(owner);

  const stranger = await stage.enter('phone');
  await stranger.go('/listings?type=rent&q=kijito+court&sort=newest');
  const cards = stranger.page.locator('main ul li a[href*="kijito-court"]');
  await cards.first().waitFor();
  expect(await cards.count()).toBeGreaterThan(10);
  await settled(stranger);
  await cards.first().click();
  await stranger.page.waitForURL('**/kijito-court/units/**');
  await stranger.page.getByText('To move in').first().waitFor();
  court.unit = new URL(stranger.page.url()).pathname;
  await settled(stranger);
  await stranger.done();
});

const messy = [
  'House No.;Aina;Kodi ya mwezi;Notes',
  'C1;2BR;KSh 38.5k;corner',
  'C2;bedsitter;12,000;',
  'C2;bedsitter;12,000;twice',
  ';1 bedroom;20000;no name',
  'C3;castle;90000;no such type',
  'C4;1 bedroom;many;no sum',
].join('\r\n');

test.each(['desktop', 'phone'] as const)(
  'a messy table on a %s: columns are named, every error stands by its row, the good rows come in and go again',
  async (size) => {
    const walk = size === 'desktop' ? owner : await stage.enter('phone');
    const { page, go } = walk;
    if (size === 'phone') await signInAs(page, 'owner');
    await go(`${court.path}/units/import_units`);
    await page.locator('input[type=file]').setInputFiles({ name: `old-${size}.csv`, mimeType: 'text/csv', buffer: Buffer.from(messy) });
    await page.getByRole('heading', { name: `What the columns of old-${size}.csv hold` }).waitFor();
    expect(await page.getByLabel('House No.').inputValue()).toBe('name');
    expect(await page.getByLabel('Kodi ya mwezi').inputValue()).toBe('rent');
    await page.getByLabel('Notes').selectOption('');
    await settled(walk);
    await press(page, 'Check rows');
    await page.getByText('2 rows can be brought in. 4 rows have errors and are left out.').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(4);
    expect(await page.locator('tbody').innerText()).toMatch(/castle[\s\S]*many/);
    await settled(walk);
    await press(page, 'Bring in 2 units');
    await page.waitForURL(`**${court.path}/units`);
    await page.getByText('42', { exact: true }).first().waitFor();
    await settled(walk);
    await go(`${court.path}/units/import_units`);
    await page.getByRole('button', { name: 'Take back' }).first().click();
    await confirm(page, 'Take back');
    await page.getByText('Taken back').first().waitFor();
    await go(`${court.path}/units`);
    await page.getByText('40', { exact: true }).first().waitFor();
    if (size === 'phone') await walk.done();
  },
);

test('an admin merges two amenities: what moves is said before, and the merged one is gone from list and filters', async () => {
  const { page, go } = admin;
  const filters = async () => (await fetch(`${stage.url}/listings?type=rent`)).text();
  expect(await filters()).toContain('Instant shower');
  await go('/dashboard/admin/properties/amenities?q=instant');
  await page.getByRole('link', { name: /Instant shower/ }).click();
  await press(page, 'Merge into another');
  const dialog = page.getByRole('dialog', { name: 'Merge Instant shower into another?' });
  await dialog.getByLabel('Merge into').selectOption({ label: 'Solar water heating' });
  await dialog.getByText(/\d+ units with Instant shower get Solar water heating instead/).waitFor();
  await settled(admin);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await go('/dashboard/admin/properties/amenities?q=instant');
  // The old name leads to the one it became.
  await page.getByRole('link', { name: /Solar water heating/ }).waitFor();
  expect(await page.getByRole('link', { name: /Instant shower/ }).count()).toBe(0);
  await settled(admin);
  await expect.poll(filters, { timeout: 5_000 }).not.toContain('Instant shower');
});

/** Until the button stands on the page of the offer. */
async function reported(body: string): Promise<void> {
  const answer = (await (await fetch(`${stage.url}/api/v2/search/unit/?id=${/units\/(\d+)/.exec(court.unit)?.[1]}`)).json()) as {
    offers: { id: number }[];
  };
  const given = { target: 'listing', target_id: answer.offers[0]?.id, reason: 'viewing_fee', body };
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${stage.url}/api/v2/abuse/report/`, { method: 'POST', headers, body: JSON.stringify(given) })).status).toBe(200);
}

test('a stranger reports an offer; an admin takes it, decides, and the offer is gone', async () => {
  const stranger = await stage.enter('phone');
  await stranger.go(court.unit);
  const { page } = stranger;
  const words = 'He wanted 500 shillings before I could see it.';
  const button = page.getByRole('button', { name: 'Report this' }).first();
  if (await button.isVisible()) {
    await button.click();
    const form = page.getByRole('dialog');
    await form.getByLabel('What is wrong').selectOption({ label: 'Asked for a viewing fee' });
    await form.getByLabel('What happened').fill(words);
    await settled(stranger);
    await form.getByRole('button', { name: 'Send report' }).click();
    await form.getByText(/Your report has the number/).waitFor();
  } else await reported(words);

  await admin.go('/dashboard/admin/abuse_reports?reason=viewing_fee');
  await settled(admin);
  await admin.page
    .getByRole('link', { name: /Kijito Court/ })
    .first()
    .click();
  await admin.page.getByText('He wanted 500 shillings').waitFor();
  await settled(admin);
  await press(admin.page, 'Assign');
  await confirm(admin.page, 'Assign');
  await press(admin.page, 'Decide');
  const decide = admin.page.getByRole('dialog');
  await decide.getByLabel('The listing is paused; only we can bring it back').check();
  await decide.getByLabel('Reason for the decision').fill('Nobody may ask for a viewing fee here.');
  await settled(admin);
  await confirm(admin.page, 'Decide');
  await admin.page.getByText('Nobody may ask for a viewing fee here.').waitFor();
  stranger.expects(/status of 410/);
  await expect.poll(async () => (await fetch(stage.url + court.unit)).status, { timeout: 5_000 }).toBe(410);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'This home is no longer offered' }).waitFor();
  await settled(stranger);
  await stranger.done();
});

test('an agent sees the property of an owner by a mandate, and not without it', async () => {
  const agent = await stage.enter();
  await signInAs(agent.page, 'agent');
  const theirs = court.path.replace('/owner/', '/agent/');
  await agent.go(theirs);
  await agent.page.getByRole('heading', { level: 1, name: court.name }).waitFor();
  await settled(agent);
  await owner.go('/dashboard/owner/hr/agent_roles_and_permissions');
  await owner.page.getByRole('heading', { level: 1 }).waitFor();
  await settled(owner);
  await owner.page.getByRole('button', { name: 'More', exact: true }).click();
  await owner.page.getByRole('menuitem', { name: /^End/ }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: /^End/ }).click();
  await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  agent.expects(/status of 404|Item Not Found/);
  await agent.go(theirs);
  await agent.page.getByText('Item Not Found').waitFor();
  await agent.go('/dashboard/agent/properties?name=kijito');
  await agent.page.getByText('No property matches these filters.').waitFor();
  await agent.done();
  await owner.done();
  await admin.done();
});
