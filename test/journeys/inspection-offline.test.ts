import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressButton } from './catalogue.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** A phone without a network; the browser's messages about that are expected. */
async function unplugged(dir: string): Promise<JourneySession> {
  const phone = await stage.phoneOf(dir);
  phone.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  return phone;
}

test('inspection: entries made offline survive a closed browser and reach the server once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'makao-phone-'));
  const before = await unplugged(dir);
  const { page } = before;
  await before.signIn('owner', '/dashboard/owner/properties/inspections?status=scheduled&kind=routine');
  await page.getByRole('link', { name: /INS-/ }).first().click();
  await pressButton(page, 'Save for offline use');
  await page.getByText('You can open it without a network.', { exact: false }).waitFor();
  await before.settled();
  const at = new URL(page.url()).pathname;
  const id = /inspections\/(\d+)/.exec(at)?.[1];

  await before.context.setOffline(true);
  await page.reload();
  await page.getByText('No network. This is the version saved on this device.').waitFor();
  await pressButton(page, 'Start inspection');
  await pressButton(page, 'Start inspection');
  const good = page.getByRole('button', { name: 'Good', exact: true });
  await good.first().waitFor();
  const items = await good.count();
  // One item is fair; the rest of each room is marked good in one press, also without a network.
  await page.getByRole('button', { name: 'Fair', exact: true }).first().click();
  await page.getByRole('button', { name: 'Fair', exact: true, pressed: true }).first().waitFor();
  const rest = page.getByRole('button', { name: /^Mark the rest of this room as good/ });
  for (let left = await rest.count(); left > 0; left--) {
    await rest.first().click();
    await expect.poll(() => rest.count()).toBe(left - 1);
  }
  for (let n = 1; n < items; n++) if ((await good.nth(n).getAttribute('aria-pressed')) !== 'true') await good.nth(n).click();
  const picture = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#557744' } })
    .jpeg()
    .toBuffer();
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page
    .getByRole('img', { name: /photo 1$/ })
    .first()
    .waitFor();
  await pressButton(page, 'Sign');
  const whole = { hasText: `${items} of ${items}` };
  await page.getByRole('status').filter(whole).waitFor();
  await before.accessible();
  // The data exists only in the browser when it is closed.
  expect(await stage.rows('select 1 from inspection_photo where inspection_id = $1', [id])).toEqual([]);
  await before.done();

  const after = await unplugged(dir);
  await after.context.setOffline(true);
  await after.page.goto(at);
  await after.page.getByText('No network. This is the version saved on this device.').waitFor();
  await after.page.getByRole('button', { name: /Start inspection|Continue inspection/ }).click();
  await after.page.getByRole('status').filter(whole).waitFor();
  await after.context.setOffline(false);
  await after.page.getByText('All changes sent.').waitFor();
  await pressButton(after.page, 'Send report');
  await after.page.getByRole('link', { name: 'Download report' }).waitFor();
  await after.page.reload();
  await after.page.getByText('Report sent', { exact: true }).first().waitFor();
  expect(await after.page.getByRole('img', { name: /photo \d+$/ }).count()).toBe(1);
  await after.settled();
  // Every answer and every photo was sent once, and nothing is left on the phone.
  const [kept] = await stage.rows<{ answers: number; fair: number; photos: number }>(
    `select (select count(*)::int from inspection_answer where inspection_id = $1) as answers,
      (select count(*)::int from inspection_answer where inspection_id = $1 and condition = 'fair') as fair, (select count(*)::int from inspection_photo where inspection_id = $1) as photos`,
    [id],
  );
  expect(kept).toEqual({ answers: items, fair: 1, photos: 1 });
  await expect.poll(() => after.page.evaluate(() => caches.has('taken')), { timeout: 60_000 }).toBe(false);
  await after.done();
});
