import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

test('notification: appears in the open browser of the recipient without a reload', async () => {
  const [one, two] = [await stage.enter(), await stage.enter()];
  const [sender, reader] = [one.page, two.page];
  const opened = reader.waitForEvent('websocket');
  await two.signIn('tenant', '/dashboard/tenant');
  expect((await opened).url()).toMatch(/\/ws\/notification\/\d+$/);
  const bell = reader.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  // Other notifications may be received during the test, so the test only expects one more, and one less.
  const unread = async () =>
    Number(
      /\d+/.exec(
        (await reader
          .getByRole('button', { name: /^Notifications\b/ })
          .first()
          .getAttribute('aria-label')) ?? '',
      )?.[0] ?? 0,
    );
  await bell.waitFor();
  const before = await unread();

  await one.signIn('admin', '/dashboard/admin/notifications');
  await sender.getByRole('link', { name: 'Send broadcast' }).click();
  const form = sender.getByRole('form', { name: 'Send a broadcast' });
  const heading = `Power back at noon ${Date.now()}`;
  await form.getByLabel('Heading in English').fill(heading);
  await form.getByLabel('Message in English').fill('The transformer in Kilimani is being replaced.');
  await form.getByLabel('Account type').selectOption({ label: 'Tenant' });
  await form.getByText(/This message goes to \d+ people/).waitFor();
  await one.accessible();
  await form.getByRole('button', { name: 'Review and send' }).click();
  const ask = sender.getByRole('dialog');
  await ask.getByText(/In the app: \d+/).waitFor();
  await one.accessible();
  await ask.getByRole('button', { name: /^Send to \d+ people$/ }).click();

  // The toast and the bell appear automatically, without any act of the reader.
  await reader.getByText(heading).first().waitFor();
  await expect.poll(unread).toBeGreaterThan(before);
  await bell.click();
  const popover = reader.getByRole('dialog', { name: 'Notifications' });
  await popover.getByText(heading).waitFor();
  await popover.getByRole('link', { name: 'See all notifications' }).click();
  await reader.waitForURL('**/dashboard/tenant/notifications');
  const mark = reader.getByRole('button', { name: `Mark as read: ${heading}` });
  await mark.waitFor();
  const full = await unread();
  await mark.click();
  await expect.poll(unread).toBe(full - 1);
  // The sender sees how it was received.
  await sender.getByRole('heading', { level: 2, name: heading }).waitFor();
  await two.go('/dashboard/tenant/notifications?tab=preferences');
  await reader.getByRole('switch', { name: 'Policies, Email' }).waitFor();
  await two.accessible();
  await Promise.all([one.done(), two.done()]);
});
