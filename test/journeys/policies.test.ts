import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectToast, type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

describe('policy management by an admin', () => {
  test('creates, publishes, edits to version 2 and deletes a policy, with the specified toasts', async () => {
    const { page, accessible, signIn, go, expects, done } = await stage.enter();
    await signIn('admin');
    await page.getByRole('link', { name: 'Policies' }).first().click();
    await page.getByRole('row').nth(3).waitFor();
    await page.getByRole('link', { name: 'New policy' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Check these fields').waitFor();
    await page.getByLabel('Title in English').fill('House rules for everybody');
    await page.getByRole('textbox', { name: 'Text in English' }).fill('Keep the gate closed after ten.');
    await accessible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expectToast(page, 'Success! Policy Deleted');
    await page.getByRole('heading', { level: 1, name: 'House rules for everybody' }).waitFor();
    await expect.poll(() => page.title()).toBe('Makao | House rules for everybody');

    await page.getByRole('button', { name: 'Publish policy' }).click();
    await page.getByRole('dialog').getByText('Everyone it applies to can read it now', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish policy' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    const id = /policies\/(\d+)/.exec(page.url())?.[1] ?? '';
    expect((await page.request.get(`/policy/${id}/house-rules-for-everybody`)).status()).toBe(200);

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Text in English' }).fill('Keep the gate closed after nine.');
    await page.getByRole('button', { name: 'Save draft of version 2' }).click();
    // The draft is shown beside the version in force, with its changes.
    await page.getByRole('tab', { name: 'Next version', selected: true }).waitFor();
    await page.locator('ins', { hasText: 'nine' }).waitFor();
    await page.locator('del', { hasText: 'ten' }).waitFor();
    await accessible();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('Describe the changes in one or two sentences.').waitFor();
    await page.getByLabel('Summary of changes, in English').fill('An hour earlier');
    await accessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByRole('tab', { name: 'Next version' }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('An hour earlier').waitFor();
    // The public page has changed too, because the page cache was emptied.
    await expect.poll(async () => (await fetch(`${stage.url}/policy/${id}/house-rules-for-everybody`)).text()).toContain('after nine');
    expect(await (await fetch(`${stage.url}/policy/${id}/house-rules-for-everybody?version=1`)).text()).toContain('after ten');

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete policy' }).click();
    await page.getByRole('dialog').getByText('Deleting it cannot be undone', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click();
    await expectToast(page, 'Success! Unit Deleted');
    await page.waitForURL('**/dashboard/admin/policies');
    expects(/404|Item Not Found/);
    await go(`/dashboard/admin/policies/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Item Not Found' }).waitFor();
    await done();
  });

  test('preserves filters, sorting and page of the list in the address', async () => {
    const { page, signIn, done } = await stage.enter();
    await signIn('admin', '/dashboard/admin/policies');
    await page.getByText(/1 to 10 of \d+/).waitFor();
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText(/11 to \d+ of \d+/).waitFor();
    await page.getByLabel('Search policies').fill('terms');
    await page.waitForURL('**title=terms**');
    expect(page.url()).not.toContain('page=2');
    await page.getByRole('button', { name: 'Applies to', exact: true }).first().click();
    await page.getByRole('radio', { name: 'Owner' }).click();
    await page.waitForURL('**user_type=4**');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('table').getByRole('button', { name: 'Title' }).click();
    await page.waitForURL('**sort=title**');
    await done();
  });

  test('the editor warns about unsaved changes and shows both texts after a conflicting save', async () => {
    const { page, signIn, expects, done } = await stage.enter();
    expects(/409/);
    await signIn('admin', '/dashboard/admin/policies/1?edit=1');
    await page.getByLabel('Title in English').fill('My title');
    await page.getByRole('link', { name: 'Policies' }).first().click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    const token = (await (await page.request.get('/api/token')).json()).accessToken as string;
    const faster = await page.request.patch('/api/v2/policy/update_policy/?id=1', {
      headers: { authorization: `Bearer ${token}` },
      data: { title: 'Faster title' },
    });
    expect(faster.status()).toBe(200);
    await page.getByRole('button', { name: /^Save draft of version/ }).click();
    await page.getByRole('dialog').getByText('Another person has changed this record').waitFor();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => page.getByLabel('Title in English').inputValue()).toBe('Faster title');
    await done();
  });

  test('the editor saves only the changed fields after a save in another tab', async () => {
    const { page, signIn, expects, accessible, done } = await stage.enter();
    expects(/409/);
    await signIn('admin', '/dashboard/admin/policies/2?edit=1');
    const other = await page.context().newPage();
    await other.goto('/dashboard/admin/policies/2?edit=1');
    await other.getByLabel('Title in English').fill('Title of the other tab');
    await other.getByLabel('Title in Kiswahili').fill('Kichwa cha kichupo kingine');
    await other.getByRole('button', { name: /^Save/ }).click();
    await other.locator('ins', { hasText: 'other' }).waitFor();
    await other.close();
    await page.getByLabel('Title in English').fill('Title of this tab');
    await page.getByRole('button', { name: /^Save/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Title of the other tab').waitFor();
    await accessible();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.locator('ins', { hasText: 'this' }).waitFor();
    await page.locator('ins', { hasText: 'kingine' }).waitFor();
    await done();
  });

  test('the list fits a phone screen 360 px wide', async () => {
    const { page, signIn, settled, done } = await stage.enter('phone');
    await signIn('superadmin', '/dashboard/superadmin/policies');
    await page.getByText(/1 to 10 of \d+/).waitFor();
    await settled();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Policies' }).waitFor();
    await settled();
    await done();
  });
});

test("policies: the admin page redirects an owner to the owner's home page", async () => {
  const { page, signIn, done } = await stage.enter();
  await signIn('owner', '/dashboard/admin/policies');
  expect(new URL(page.url()).pathname).toBe('/dashboard/owner');
  await done();
});
