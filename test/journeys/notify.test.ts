import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openContext, signInAs } from '#test/browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the journeys' server answers. */
    url: string;
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a notification arrives live in a second browser', async () => {
  const [one, two] = [await openContext(browser, inject('url'), 'desktop'), await openContext(browser, inject('url'), 'desktop')];
  const [sender, reader] = [await one.newPage(), await two.newPage()];
  await signInAs(reader, 'tenant');
  const opened = reader.waitForEvent('websocket');
  await reader.goto('/dashboard/tenant');
  expect((await opened).url()).toMatch(/\/ws\/notification\/\d+$/);
  const bell = reader.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]);

  await signInAs(sender, 'admin');
  await sender.goto('/dashboard/admin/notifications');
  await sender.getByRole('button', { name: 'Send notification' }).click();
  const form = sender.getByRole('dialog', { name: 'Send a notification' });
  const heading = `Power back at noon ${Date.now()}`;
  await form.getByLabel('Heading').fill(heading);
  await form.getByLabel('Message').fill('The transformer in Kilimani is being replaced.');
  await form.getByLabel('Kind of account').selectOption({ label: 'Tenant' });
  await form.getByText(/^Reaches \d+ (person|people)\./).waitFor();
  await form.getByRole('button', { name: 'Send notification' }).click();

  // The reader touched nothing: the toast and the bell come by themselves.
  await reader.getByText(heading).first().waitFor();
  await reader.getByRole('button', { name: `Notifications, ${before + 1} unread` }).click();
  const popover = reader.getByRole('dialog', { name: 'Notifications' });
  await popover.getByText(heading).waitFor();
  await popover.getByRole('link', { name: 'See all notifications' }).click();
  await reader.waitForURL('**/dashboard/tenant/notifications');
  await reader.getByRole('button', { name: `Mark “${heading}” as read` }).click();
  await reader.getByRole('button', { name: before > 0 ? `Notifications, ${before} unread` : 'Notifications', exact: true }).waitFor();
  await Promise.all([one.close(), two.close()]);
});
