import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

const board = '/dashboard/owner/properties/booking?view=board';
type Found = { id: string; name: string };
/** A screened applicant for an available home of the demo's owner, whose card is among those the column shows. */
async function somebody(): Promise<Found> {
  const [found] = await stage.rows<Found>(`select b.id, p.name from booking b join person p on p.id = b.person_id join unit u on u.id = b.unit_id
    join person w on w.company_id = b.company_id and w.email = 'owner@makao.test'
    where b.status = 'await_screening' and b.stage = 'screening' and u.status = 'vacant' order by b.decide_by, b.id limit 1`);
  if (!found) throw new Error('the demo has no such booking');
  return found;
}
const standing = async (id: string) =>
  (await stage.rows<{ status: string; stage: string }>('select status, stage from booking where id = $1', [id]))[0];
const column = (page: Page, name: string) => page.locator(`section[data-place="${name}"]`);
const cardOf = (page: Page, id: string) => page.locator(`a[href*="/properties/booking/${id}/"]`).first();

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const from = await card.boundingBox();
  if (!from) throw new Error('the card is not to be seen');
  await page.mouse.move(from.x + 30, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 50, from.y + 30, { steps: 4 });
  // The board scrolls while a card is dragged; the pointer follows the column until it stops moving.
  for (let last = Number.NaN, still = 0; still < 2; ) {
    const there = await to.boundingBox();
    if (!there) throw new Error('the column is not to be seen');
    still = there.x === last ? still + 1 : 0;
    last = there.x;
    await page.mouse.move(there.x + 60, there.y + 60, { steps: 8 });
    await page.waitForTimeout(100);
  }
  await page.mouse.up();
}

test('booking board: a card moves only to an allowed column, and approval asks for confirmation', async () => {
  const { id, name } = await somebody();
  const owner = await stage.enter();
  await owner.signIn('owner', board);
  const { page } = owner;
  await drag(page, cardOf(page, id), column(page, 'backup'));
  await page.getByText(`${name} cannot be moved to Backup applicant`).waitFor();
  expect(await standing(id)).toMatchObject({ stage: 'screening' });
  await drag(page, cardOf(page, id), column(page, 'shortlisted'));
  await column(page, 'shortlisted').locator(`a[href*="/properties/booking/${id}/"]`).waitFor();
  expect(await standing(id)).toMatchObject({ stage: 'shortlisted' });
  await cardOf(page, id)
    .locator('..')
    .getByRole('button', { name: `Move ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  const ask = page.getByRole('dialog');
  await ask.getByText(`Approve ${name}`).waitFor();
  await ask.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await standing(id)).toMatchObject({ status: 'await_screening', stage: 'shortlisted' });
  await owner.done();
});

test('booking board: on a phone, the menu of a card moves the card', async () => {
  const { id, name } = await somebody();
  const owner = await stage.enter('phone');
  await owner.signIn('owner', board);
  const slot = cardOf(owner.page, id).locator('..');
  await slot.getByRole('button', { name: `Move ${name}` }).click();
  await owner.page.getByRole('menuitem', { name: 'Decline' }).click();
  const drawer = owner.page.getByRole('dialog');
  await drawer.getByLabel('Reason').selectOption('another');
  await drawer.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(async () => (await standing(id))?.status).toBe('declined');
  await owner.done();
});
