import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { demoPassword } from '../browser.ts';
import { chooseMoreAction, confirmDialog, pressButton } from './catalogue.ts';
import { readDatabaseTime } from './letting.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/** A person applies for homes with one thumb at 360 px. Details are typed once and used again, and nothing is typed in vain. */
skipTestsAfterFailure();
let stage: JourneyEnvironment;
let tenant: JourneySession;
let homes: readonly Home[];
let first: Booking;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  homes = await toLet();
  tenant = await stage.enter('phone');
});
afterAll(() => stage?.close());

type Home = { readonly listing: number; readonly unit: number; readonly page: string };
type Booking = { readonly id: number; readonly code: string };
const typed = {
  'Full name as on your document': 'Grace Wanjiku Kamau',
  'Document number': '28 114 906',
  'Monthly income after tax': '640,000',
} as const;

/** Homes of the demo's owner that are not reserved and that the owner's tenant has not applied for. */
async function toLet(): Promise<Home[]> {
  const rows = await stage.rows<{ id: string; property_id: string; slug: string; unit_id: string; unit_slug: string }>(`
    select o.id, o.property_id, p.slug, o.unit_id, u.slug as unit_slug
    from public_listing l join listing o on o.id = l.id join property p on p.id = o.property_id join unit u on u.id = o.unit_id
      join person w on w.company_id = p.company_id and w.email = 'owner@makao.test'
    where o.listing_type = 0 and u.status = 'vacant' and not exists (
      select 1 from booking b join person t on t.id = b.person_id where b.unit_id = u.id and t.email = 'tenant@makao.test')
    order by o.id limit 4`);
  expect(rows.length, 'homes to apply for').toBe(4);
  return rows.map(({ id, property_id, slug, unit_id, unit_slug }) => ({
    listing: Number(id),
    unit: Number(unit_id),
    page: href(portalPublicScreens.unit, { id: property_id, slug, unit_id, unit_slug }),
  }));
}
const home = (at: number): Home => homes[at] ?? { listing: 0, unit: 0, page: '' };
const agree = (page: Page) => page.getByRole('checkbox', { name: /^The property manager may read my application/ }).check();
const stands = async (page: Page) => {
  for (const [label, value] of Object.entries(typed))
    expect((await page.getByLabel(label, { exact: true }).inputValue()).replace(/^KES\s*/, ''), label).toBe(value);
};
const newest = async (at: number) => {
  const [row] = await stage.rows<{ id: string; code: string; status: string; stage: string }>(
    `select b.id, b.code, b.status, b.stage from booking b join person t on t.id = b.person_id
    where b.listing_id = $1 and t.email = 'tenant@makao.test' order by b.id desc limit 1`,
    [home(at).listing],
  );
  return row;
};

test('application sign-up: a new person enters a phone number, a code and a name, ticks one box, and sees the application form', async () => {
  const newcomer = await stage.enter('phone');
  const { page } = newcomer;
  await newcomer.go(home(0).page);
  await page.getByRole('link', { name: 'Apply', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Apply for this home' }).waitFor();
  await page.locator('html[data-ready]').waitFor();
  const since = await readDatabaseTime(stage);
  await page.getByLabel('Phone number', { exact: true }).fill('0722 404 550');
  await pressButton(page, 'Text me a code');
  await page.getByLabel('Code from the SMS').fill(await stage.codeSent('+254722404550', since));
  await page.getByLabel('Full name', { exact: true }).fill('Akinyi Odhiambo');
  await newcomer.settled();
  await pressButton(page, 'Continue');
  await page.getByRole('heading', { name: 'Terms and policies' }).waitFor();
  await page.getByRole('checkbox', { name: 'I have read these documents and agree to them.' }).check();
  await newcomer.settled();
  await pressButton(page, 'Continue');
  await page.waitForURL(`**/dashboard/tenant/apply/${home(0).listing}`);
  expect(await page.getByLabel('Full name as on your document', { exact: true }).inputValue()).toBe('Akinyi Odhiambo');
  await newcomer.settled();
  await newcomer.done();
});

test('application form: has at most 14 fields and no file upload, and opens directly after sign-in', async () => {
  const { page } = tenant;
  await tenant.go(home(0).page);
  await page.getByRole('link', { name: 'Apply', exact: true }).first().click();
  await page.waitForURL(`**/auth/sign_in?callbackUrl=*tenant%2Fapply%2F${home(0).listing}`);
  await page.locator('html[data-ready]').waitFor();
  await pressButton(page, 'I have an account with a password');
  await page.getByLabel('Email', { exact: true }).fill('tenant@makao.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await pressButton(page, 'Sign in');
  await page.waitForURL(`**/dashboard/tenant/apply/${home(0).listing}`);
  await page.getByRole('button', { name: 'Send application' }).waitFor();
  // Name, ID number, work, income, people, day and consents: no document is requested before the shortlist.
  expect(await page.locator('main form').locator('input:not([type=hidden]), select, textarea').count()).toBeLessThanOrEqual(14);
  expect(await page.locator('main input[type=file]').count()).toBe(0);
  await page.getByText(/ decides by .* if you apply now\./).waitFor();
  await tenant.settled();
});

test('application form: keeps all entries after a missing field, a lost network, a server error and a reload', async () => {
  const { page, context } = tenant;
  tenant.expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 500/);
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  const send = page.getByRole('button', { name: 'Send application' });
  await send.click();
  await page
    .getByRole('group', { name: 'Your permissions' })
    .getByText('The property manager needs your application to decide.', { exact: false })
    .waitFor();
  await stands(page);
  await agree(page);

  await context.setOffline(true);
  await send.click();
  await expect.poll(() => page.locator('[data-position] [data-kind=error]').count()).toBeGreaterThan(0);
  await stands(page);
  await context.setOffline(false);

  await page.route('**/api/v2/booking/apply/', (route) =>
    route.fulfill({ status: 500, json: { error: 'Internal Server Error', message: 'It broke.' } }),
  );
  await send.click();
  await page.getByText('It broke.').first().waitFor();
  await page.unroute('**/api/v2/booking/apply/');
  await stands(page);

  await page.reload();
  await page.getByRole('button', { name: 'Send application' }).waitFor();
  await stands(page);
  expect(await newest(0)).toBeUndefined();
});

test('sent application: the page shows the next step, the deciding company and the deadline', async () => {
  const { page } = tenant;
  await agree(page);
  await pressButton(page, 'Send application');
  await page.waitForURL('**/dashboard/tenant/booking/*/*');
  const made = await newest(0);
  expect(made).toMatchObject({ status: 'await_screening', stage: 'screening' });
  first = { id: Number(made?.id), code: made?.code ?? '' };
  await page.getByText(/Njuguna & Kin Ltd decides by .*\d/).waitFor();
  expect(await page.locator('ol > li[aria-current=step]').innerText()).toBe('The property manager decides');
  await page.getByText('No one has opened your application yet.').waitFor();
  await tenant.settled();
});

test("second application: the form is prefilled from the applicant's saved application form", async () => {
  const { page } = tenant;
  await tenant.go(home(1).page);
  await page.getByRole('link', { name: 'Apply', exact: true }).first().click();
  await page.getByText('Filled in from the form you saved on', { exact: false }).waitFor();
  await tenant.settled();
  await agree(page);
  await pressButton(page, 'Send application');
  await page.waitForURL('**/dashboard/tenant/booking/*/*');
  expect(await newest(1)).toMatchObject({ status: 'await_screening', stage: 'screening' });
  await page
    .getByText(/decides by/)
    .first()
    .waitFor();
});

test('shortlist: an applicant uploads the requested documents and sees the people who opened the application form', async () => {
  const owner = await stage.enter();
  await owner.signIn('owner', `/dashboard/owner/properties/booking/${first.id}/${first.code}`);
  await pressButton(owner.page, 'Add to shortlist');
  await owner.page.getByText('Shortlisted', { exact: true }).first().waitFor();
  const { page } = tenant;
  await tenant.go(`/dashboard/tenant/booking/${first.id}/${first.code}`);
  await page.getByText(/You are on the shortlist\. .* decides by/).waitFor();
  await tenant.settled();

  await chooseMoreAction(owner.page, 'Request information');
  await owner.page.getByRole('checkbox', { name: 'Proof of income' }).check();
  await owner.page.getByRole('dialog').getByLabel('Note (optional)').fill('The payslips of three months, please.');
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Request information', exact: true }).click();
  await owner.page.getByText('Information requested', { exact: false }).first().waitFor();

  await page.reload();
  await page.getByText('The time to decide is paused until you answer.', { exact: false }).waitFor();
  await page.getByText('The payslips of three months, please.').waitFor();
  await tenant.settled();
  await page.getByRole('link', { name: 'Complete my application form' }).click();
  await page.getByLabel('Document type').selectOption({ label: 'Payslip or bank statement' });
  const payslip = {
    name: 'payslip.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  };
  await page.locator('input[type=file]').setInputFiles(payslip);
  await page.getByRole('link', { name: 'payslip.pdf' }).waitFor();
  await tenant.settled();
  await tenant.go(`/dashboard/tenant/booking/${first.id}/${first.code}`);
  await pressButton(page, 'Send answer');
  await confirmDialog(page, 'Send answer');
  await page
    .getByText(/decides by/)
    .first()
    .waitFor();

  await owner.page.reload();
  await pressButton(owner.page, 'Open application');
  const paper = owner.page.getByRole('link', { name: 'payslip.pdf' });
  await paper.waitFor();
  const read = await owner.page.request.get((await paper.getAttribute('href')) ?? '');
  expect([read.status(), (await read.body()).subarray(0, 8).toString()]).toEqual([200, '%PDF-1.4']);
  await owner.settled();
  await owner.done();
  await page.reload();
  await page.getByText('Esther Njuguna, Njuguna & Kin Ltd').first().waitFor();
});

test('application for an unavailable home: similar homes are offered, and the answers already entered can be used for these homes', async () => {
  const { page } = tenant;
  tenant.expects(/status of 410/);
  await tenant.go(`/dashboard/tenant/apply/${home(2).listing}`);
  const name = page.getByLabel('Full name as on your document', { exact: true });
  await name.fill('Grace W. Kamau');
  await agree(page);
  // The listing was closed in another window, so its waiting list is closed as well.
  await stage.rows(`update listing set status = 'closed' where id = $1`, [home(2).listing]);
  await pressButton(page, 'Send application');
  const gone = page.getByRole('alert').filter({ hasText: 'This home is no longer available. Choose another home.' });
  const others = gone.getByRole('link');
  await others.first().waitFor();
  expect(await others.count()).toBe(3);
  // The position of the view and of the screen reader.
  expect(await gone.evaluate((one) => one.parentElement === document.activeElement)).toBe(true);
  expect(await page.getByRole('button', { name: 'Send application' }).count()).toBe(0);
  await tenant.settled();
  await tenant.go(`/dashboard/tenant/apply/${home(3).listing}`);
  await name.waitFor();
  expect(await name.inputValue()).toBe('Grace W. Kamau');

  // The applicant opens the page of the closed home only now. It shows the same message before any input.
  await tenant.go(`/dashboard/tenant/apply/${home(2).listing}`);
  await page.getByText('This home is no longer available. Choose another home.').waitFor();
  expect(await page.getByRole('note').getByRole('link').count()).toBe(3);
  await tenant.settled();
});

test('reserved home: an applicant joins the waiting list with the ordinary application form', async () => {
  const { page } = tenant;
  await tenant.go(`/dashboard/tenant/apply/${home(3).listing}`);
  await page.getByLabel('Message (optional)').fill('We are quiet.');
  await agree(page);
  await stage.rows(
    `with held as (update unit set status = 'ordered' where id = $2) update listing set status = 'paused', paused_by = 'unit' where id = $1`,
    [home(3).listing, home(3).unit],
  );
  await pressButton(page, 'Send application');
  await page.getByText('You can join the waiting list.', { exact: false }).waitFor();
  expect(await page.getByRole('alert').getByRole('link').count()).toBe(3);
  expect(await page.getByLabel('Message (optional)').inputValue()).toBe('We are quiet.');
  await pressButton(page, 'Join waiting list');
  await page.waitForURL('**/dashboard/tenant/booking/*/*');
  await page.getByText('We notify you if this home becomes available by', { exact: false }).waitFor();
  expect(await newest(3)).toMatchObject({ status: 'await_screening', stage: 'waitlist' });
  await tenant.settled();
  await tenant.done();
});
