import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDialog, findAndOpenListing, mergeAmenities, pressButton, publishVacantUnits, seedProperty } from './catalogue.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment } from './stage.ts';

/**
 * One server for all tests, in this order: visitors, admins and agents see what an owner publishes. catalogue-phone.test.ts covers the creation of a
 * property.
 */
let stage: JourneyEnvironment;
let owner: JourneySession;
let admin: JourneySession;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  [owner, admin] = [await stage.enter(), await stage.enter()];
  await owner.signIn('owner');
  await admin.signIn('admin');
});
afterAll(() => stage?.close());

const court = { name: 'Kijito Court', path: '', unit: '' };

test('property wizard, pictures and unit import: fit a desktop screen', async () => {
  court.path = await seedProperty(stage, court.name);
  const screens = ['/dashboard/owner/properties/create_property', `${court.path}/media`, `${court.path}/units/import_units`];
  for (const path of screens) {
    await owner.go(path);
    await owner.page.getByRole('heading', { level: 1 }).waitFor();
    await owner.settled();
  }
});

test('listings: an owner publishes 30 units at once and a visitor finds them on a phone', async () => {
  await publishVacantUnits(owner, court.path);
  const stranger = await stage.enter('phone');
  court.unit = await findAndOpenListing(stranger, court.name);
  await stranger.done();
});

test('amenities: a merge states its effect before saving and removes the merged amenity from the list and the filters', async () => {
  await mergeAmenities(stage, admin);
});

test("complaints: an admin pauses a listing after a visitor's complaint", async () => {
  const stranger = await stage.enter('phone');
  await stranger.go(court.unit);
  const { page } = stranger;
  // The button is below the reviews, whose script loads only when they are near.
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await pressButton(page, 'Report a problem');
  const form = page.getByRole('dialog');
  await form.getByLabel('Reason').selectOption({ label: 'Charged a viewing fee' });
  await form.getByLabel('What happened').fill('He wanted 500 shillings before I could see it.');
  await stranger.settled();
  await form.getByRole('button', { name: 'Send complaint' }).click();
  await form.getByText(/Complaint \S+ sent/).waitFor();

  await admin.go('/dashboard/admin/abuse_reports?reason=viewing_fee');
  await admin.settled();
  await admin.page
    .getByRole('link', { name: /Kijito Court/ })
    .first()
    .click();
  await admin.page.getByText('He wanted 500 shillings').waitFor();
  await admin.settled();
  await pressButton(admin.page, 'Assign complaint');
  await confirmDialog(admin.page, 'Assign complaint');
  await pressButton(admin.page, 'Decide complaint');
  const decide = admin.page.getByRole('dialog');
  await decide.getByLabel('Listing paused (only platform staff can resume it)').check();
  await decide.getByLabel('Reason for the decision').fill('Nobody may ask for a viewing fee here.');
  await admin.settled();
  await confirmDialog(admin.page, 'Decide complaint');
  await admin.page.getByText('Nobody may ask for a viewing fee here.').waitFor();
  stranger.expects(/status of 410/);
  await expect.poll(async () => (await fetch(stage.url + court.unit)).status).toBe(410);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'This home is no longer available' }).waitFor();
  await stranger.settled();
  await stranger.done();
});

test('mandate: an agent sees the owner’s property until the mandate ends', async () => {
  const agent = await stage.enter();
  const theirs = court.path.replace('/owner/', '/agent/');
  await agent.signIn('agent', theirs);
  await agent.page.getByRole('heading', { level: 1, name: court.name }).waitFor();
  await agent.settled();
  await owner.go('/dashboard/owner/hr/agent_roles_and_permissions');
  await owner.page.getByRole('heading', { level: 1 }).waitFor();
  await owner.settled();
  await owner.page.getByRole('button', { name: 'More', exact: true }).click();
  await owner.page.getByRole('menuitem', { name: /^End/ }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: /^End/ }).click();
  await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  agent.expects(/status of 404|Item Not Found/);
  await agent.go(theirs);
  await agent.page.getByText('Item Not Found').waitFor();
  await agent.go('/dashboard/agent/properties?name=kijito');
  await agent.page.getByText('No properties match these filters.').waitFor();
  await agent.done();
  await owner.done();
  await admin.done();
});
