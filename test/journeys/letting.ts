import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { demoPassword } from '../browser.ts';
import { pressButton } from './catalogue.ts';
import type { JourneyEnvironment, JourneySession } from './stage.ts';

/** Acts of a visitor, an applicant and a manager from an enquiry to the keys, at any screen size. */

export type VacantHome = { readonly listing: number; readonly unit: number; readonly name: string; readonly page: string };

/** A home that the demo's owner lets and shows, without a booking or an application. A tour of it needs their answer. */
export async function prepareVacantHome(stage: JourneyEnvironment): Promise<VacantHome> {
  const [found] = await stage.rows<{ id: string; property_id: string; slug: string; unit_id: string; unit_slug: string; name: string }>(`
    with own as (select id, company_id from person where email = 'owner@makao.test'),
      asked as (update tour_host set instant = false from own where person_id = own.id)
    select o.id, o.property_id, p.slug, o.unit_id, u.slug as unit_slug, u.name || ', ' || p.name as name
    from public_listing l join listing o on o.id = l.id join property p on p.id = o.property_id join unit u on u.id = o.unit_id
      join own on own.company_id = p.company_id and (o.contact_id is null or o.contact_id = own.id)
    where o.listing_type = 0 and u.status = 'vacant' and greatest(o.available_from, u.available_from, app.today()) = app.today() and o.price_cents <= 6000000
      and not exists (select 1 from booking b where b.unit_id = u.id) and not exists (select 1 from stay s where s.unit_id = u.id)
    order by l.id limit 1`);
  if (!found) throw new Error('the demo has no such home');
  const { property_id: id, slug, unit_id, unit_slug, name } = found;
  return { listing: Number(found.id), unit: Number(unit_id), name, page: href(portalPublicScreens.unit, { id, slug, unit_id, unit_slug }) };
}

type Person = { readonly name: string; readonly phone: string; readonly email: string };

/** Starts at the public page of a home, without an account; the phone number is confirmed by a code. Ends on the visitor's own tour. */
export async function requestTour(stage: JourneyEnvironment, { page, settled }: JourneySession, { name, phone }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Book a tour' }).click();
  await page.waitForURL('**/tour/*');
  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('group', { name: 'Time' }).locator('label').first().click();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await settled();
  const since = await readDatabaseTime(stage);
  await pressButton(page, 'Send code to my phone');
  await page.getByLabel('Code', { exact: true }).fill(await stage.codeSent(phone, since));
  await pressButton(page, 'Request tour');
  await page.getByText(/You requested a tour on .+\. We notify you when the host confirms it\.$/).waitFor();
  await page.getByRole('link', { name: 'View my tour' }).click();
  await page.waitForURL('**/tour/mine/*');
  await page.locator('html[data-ready]').waitFor();
  await page.getByText('Requested', { exact: true }).waitFor();
  await settled();
}

/** The database's clock: later codes are newer. */
export async function readDatabaseTime(stage: JourneyEnvironment): Promise<Date> {
  const [row] = await stage.rows<{ at: Date }>('select now() as at');
  return row?.at ?? new Date(0);
}

/** Moves the tour to now, so that the test need not wait for the day. */
export async function moveTourToNow(stage: JourneyEnvironment, phone: string): Promise<void> {
  await stage.rows(
    `with moved as (update tour set starts_at = now() - interval '5 minutes', ends_at = now() + interval '25 minutes' where phone = $1 returning viewing_id)
     update viewing set during = tstzrange(now() - interval '5 minutes', now() + interval '25 minutes') from moved where id = viewing_id`,
    [phone],
  );
}

/** An applicant who prefers email and password: joins, confirms the address, agrees to the policies, and is returned to the form. */
export async function joinAsTenant(stage: JourneyEnvironment, { page, go, settled }: JourneySession, { name, phone, email }: Person): Promise<void> {
  const password = 'A-long-password-1';
  await pressButton(page, 'I have an account with a password');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await pressButton(page, 'Create account');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await go(await stage.mailed(email, '/auth/email_verification/'));
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signInOnPage(page, email, password);
  await page.waitForURL('**/auth/onboarding*');
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('I have read these documents and agree to them.').check();
  await settled();
  await pressButton(page, 'Continue');
}

export async function signInOnPage(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.waitForURL('**/auth/sign_in*');
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await pressButton(page, 'Sign in');
}

/** The short form, without documents. Ends on the applicant's own booking and returns its address. */
export async function submitApplicationForm({ page, settled }: JourneySession, idNumber: string): Promise<string> {
  await page.waitForURL('**/dashboard/tenant/apply/*');
  await page.getByLabel('Document number').fill(idNumber);
  await page.getByLabel('Monthly income after tax').fill('240000');
  await page.getByLabel('The property manager may read my application until the booking ends.').check();
  expect(await page.locator('main input[type=file]').count()).toBe(0);
  await settled();
  await pressButton(page, 'Send application');
  await page.waitForURL('**/dashboard/tenant/booking/*/*');
  // The address changes before the next page is drawn, and the form contains the same sentence about who decides.
  await page.getByRole('button', { name: 'Send application' }).waitFor({ state: 'detached' });
  await page.getByText(/ decides by /).waitFor();
  await settled();
  return new URL(page.url()).pathname;
}

/** Starts at the manager's page of a booking. */
export async function recordScreeningCheck(page: Page, what: string, found: string): Promise<void> {
  await pressButton(page, `Record check: ${what}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Outcome').selectOption({ label: 'Passed' });
  await drawer.getByLabel('Findings').fill(found);
  await drawer.getByRole('button', { name: 'Record check', exact: true }).click();
  await drawer.waitFor({ state: 'detached' });
}

/** A PDF of one page for uploads of documents. */
export const pdfUpload = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(onePage(text), 'latin1') });
const onePage = (text: string): string => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length ${text.length + 2}>>stream
%${text}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;
