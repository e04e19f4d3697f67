import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, findAndOpen, mergeAmenities, plantProperty, press, publish } from './catalogue.ts';
import { openStage, type Stage, type Walk } from './stage.ts';

/** One house for all of them, in this order: what an owner publishes is what strangers, admins and agents meet. How a property comes to be is walked through in catalogue-phone.test.ts. */
let stage: Stage;
let owner: Walk;
let admin: Walk;
beforeAll(async () => {
  stage = await openStage();
  [owner, admin] = [await stage.enter(), await stage.enter()];
  await owner.signIn('owner');
  await admin.signIn('admin');
});
afterAll(() => stage?.close());

const court = { name: 'Kijito Court', path: '', unit: '' };

test('the wizard, the pictures and the table of units fit a desktop; what they do is walked through on a phone', async () => {
  court.path = await plantProperty(stage, court.name);
  const screens = ['/dashboard/owner/properties/create_property', `${court.path}/media`, `${court.path}/units/import_units`];
  for (const path of screens) {
    await owner.go(path);
    await owner.page.getByRole('heading', { level: 1 }).waitFor();
    await owner.settled();
  }
});

test('publishes all vacant two-bedroom units at once; a stranger with a phone finds them and opens one', async () => {
  await publish(owner, court.path);
  const stranger = await stage.enter('phone');
  court.unit = await findAndOpen(stranger, court.name);
  await stranger.done();
});

test('an admin merges two amenities: what moves is said before, and the merged one is gone from list and filters', async () => {
  await mergeAmenities(stage, admin);
});

test('a stranger reports an offer; an admin takes it, decides, and the offer is gone', async () => {
  const stranger = await stage.enter('phone');
  await stranger.go(court.unit);
  const { page } = stranger;
  // The button stands under the reviews, whose script waits until they are near.
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await press(page, 'Report this');
  const form = page.getByRole('dialog');
  await form.getByLabel('What is wrong').selectOption({ label: 'Asked for a viewing fee' });
  await form.getByLabel('What happened').fill('He wanted 500 shillings before I could see it.');
  await stranger.settled();
  await form.getByRole('button', { name: 'Send report' }).click();
  await form.getByText(/Your report has the number/).waitFor();

  await admin.go('/dashboard/admin/abuse_reports?reason=viewing_fee');
  await admin.settled();
  await admin.page
    .getByRole('link', { name: /Kijito Court/ })
    .first()
    .click();
  await admin.page.getByText('He wanted 500 shillings').waitFor();
  await admin.settled();
  await press(admin.page, 'Assign');
  await confirm(admin.page, 'Assign');
  await press(admin.page, 'Decide');
  const decide = admin.page.getByRole('dialog');
  await decide.getByLabel('The listing is paused; only we can bring it back').check();
  await decide.getByLabel('Reason for the decision').fill('Nobody may ask for a viewing fee here.');
  await admin.settled();
  await confirm(admin.page, 'Decide');
  await admin.page.getByText('Nobody may ask for a viewing fee here.').waitFor();
  stranger.expects(/status of 410/);
  await expect.poll(async () => (await fetch(stage.url + court.unit)).status).toBe(410);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'This home is no longer offered' }).waitFor();
  await stranger.settled();
  await stranger.done();
});

test('an agent sees the property of an owner by a mandate, and not without it', async () => {
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
  await agent.page.getByText('No property matches these filters.').waitFor();
  await agent.done();
  await owner.done();
  await admin.done();
});
