import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, more, press } from './catalogue.ts';
import { applyHere, askForTour, freeHome, type Home, joinAsTenant, paper, signInHere, tourBegins, writeDown } from './letting.ts';
import { drawSignature, esther, fillInspection, readByCode } from './signing.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/**
 * The whole way from an enquiry to the keys, with three people in three browsers: Naliaka comes as a stranger on a phone, Esther lets the home at
 * her desk, and Grace wants the same home.
 */
inTurn();
const naliaka = { name: 'Naliaka Wekesa', phone: '+254713909808', email: 'naliaka@example.com' };
const places = { naliaka: '', grace: '', booking: '', lease: '', tenancy: '' };
const idIn = (path: string) => /\/(\d+)(?:\/|$)/.exec(path)?.[1];
let stage: Stage;
let tenant: Walk;
let owner: Walk;
let second: Walk;
let home: Home;
beforeAll(async () => {
  stage = await openStage();
  [tenant, owner, second] = [await stage.enter('phone'), await stage.enter(), await stage.enter('phone')];
  home = await freeHome(stage);
});
afterAll(() => stage?.close());

const standing = async () => {
  const [row] = await stage.rows<{ unit: string; listing: string; booking: string | null; tenancy: string | null }>(
    `select u.status as unit, l.status as listing, b.status as booking, t.status as tenancy
     from unit u join listing l on l.id = $2 left join person p on p.email = $3
       left join booking b on b.unit_id = u.id and b.person_id = p.id left join tenancy t on t.booking_id = b.id
     where u.id = $1`,
    [home.unit, home.listing, naliaka.email],
  );
  return row;
};

test('a stranger on a phone asks to see a home; a code shows that the number is theirs', async () => {
  await tenant.go(home.page);
  await tenant.settled();
  await askForTour(stage, tenant, naliaka);
  expect(await stage.rows('select status, person_id from tour where phone = $1', [naliaka.phone])).toEqual([
    { status: 'requested', person_id: null },
  ]);
});

test('the owner accepts, and checks the visitor in by the code of their phone; before, the number is hidden', async () => {
  const { page } = owner;
  await owner.signIn('owner', '/dashboard/owner/properties/tours?status=requested');
  await page.getByRole('row').filter({ hasText: naliaka.name }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Shown once the tour is confirmed').waitFor();
  await drawer.getByRole('button', { name: 'Accept tour' }).click();
  await drawer.getByText('Confirmed', { exact: true }).first().waitFor();
  await drawer.getByRole('link', { name: /713 ?909 ?808/ }).waitFor();
  await owner.settled();

  await tenant.page.reload();
  await tenant.page.getByText('Say this code at the door').waitFor();
  const code = (await tenant.page.getByText(/^\d{4}$/).innerText()).trim();
  await tenant.settled();
  await tourBegins(stage, naliaka.phone);
  await page.reload();
  await drawer.getByRole('button', { name: 'Check visitor in' }).click();
  const asked = page.getByRole('dialog').last();
  await asked.getByLabel('Code the visitor says').fill(code);
  await asked.getByRole('button', { name: 'Check visitor in' }).click();
  await drawer.getByText('Took place', { exact: true }).first().waitFor();
  await owner.settled();
});

test('they liked it: they join from the home’s page and come out at its application, which asks for no papers', async () => {
  await tenant.go(home.page);
  await tenant.page.getByRole('link', { name: 'Apply', exact: true }).first().click();
  await tenant.page.waitForURL(`**/auth/sign_in?callbackUrl=*apply%2F${home.listing}`);
  await tenant.page.locator('html[data-ready]').waitFor();
  await joinAsTenant(stage, tenant, naliaka);
  places.naliaka = await applyHere(tenant, '31245678');
});

test('a second applicant wants the same home', async () => {
  await second.go(home.page);
  await second.page.getByRole('link', { name: 'Apply', exact: true }).first().click();
  await press(second.page, 'I have an account with a password');
  await signInHere(second.page, 'tenant@makao.test');
  places.grace = await applyHere(second, '28765432');
});

test('the owner finds both in the pipeline and asks the first for a paper; she brings it on the phone, and her clock runs again', async () => {
  const { page } = owner;
  await owner.go('/dashboard/owner/properties/booking?view=board');
  const column = page.getByRole('region', { name: 'Screening', exact: true });
  const card = (name: string) => column.getByRole('link').filter({ hasText: name }).filter({ hasText: home.name });
  await card('Grace Wanjiku Kamau').waitFor();
  await owner.settled();
  await card(naliaka.name).click();
  await page.getByRole('heading', { level: 1, name: naliaka.name }).waitFor();
  places.booking = new URL(page.url()).pathname;
  await page.getByRole('region', { name: 'Applicants for this unit' }).getByText('Grace Wanjiku Kamau').waitFor();
  await press(page, 'Shortlist');
  await page.getByText('Shortlisted').first().waitFor();
  await more(page, 'Ask for more');
  await page.getByRole('dialog').getByLabel('Proof of identity').check();
  await confirm(page, 'Ask for more');
  await page.getByText('You asked for: Proof of identity. The clock stands still.').waitFor();
  await owner.settled();

  await tenant.go(places.naliaka);
  await tenant.page.getByText(/asks you for more\. The clock stands still until you answer\./).waitFor();
  await tenant.settled();
  await tenant.page.getByRole('link', { name: 'Open my application and add it' }).click();
  await tenant.page.getByText('Add a paper').waitFor();
  await tenant.page.locator('main input[type=file]').setInputFiles(paper('my-id.pdf', 'ID 31245678'));
  await tenant.page.getByRole('link', { name: 'my-id.pdf' }).waitFor();
  await tenant.settled();
  await tenant.go(places.naliaka);
  await press(tenant.page, 'Send answer');
  await confirm(tenant.page, 'Send answer');
  await tenant.page.getByText(/ decides by /).waitFor();
});

test('the owner reads the application, which the applicant sees, checks and approves; the home is held', async () => {
  const { page } = owner;
  await owner.go(places.booking);
  await press(page, 'Open the application');
  await page.getByText('31245678').waitFor();
  await page.getByRole('link', { name: 'my-id.pdf' }).waitFor();
  await press(page, 'Approve');
  // Nothing was checked yet: it cannot be approved.
  await page
    .getByRole('dialog')
    .getByText(/Check or waive these first: /)
    .waitFor();
  await confirm(page, 'Cancel');
  await writeDown(page, 'Identity', 'The card and the face are the same');
  await writeDown(page, 'Income: rent at most a third', 'Payslip seen');
  await owner.settled();
  await press(page, 'Approve');
  await page.getByRole('dialog').getByText('1 other applicant becomes a back-up.').waitFor();
  await confirm(page, 'Approve');
  await page
    .getByText(/Pays by /)
    .first()
    .waitFor();
  expect(await standing()).toEqual({ unit: 'ordered', listing: 'paused', booking: 'await_payment', tenancy: null });
  await tenant.page.reload();
  await tenant.page.getByText(/The home is held for you until then\./).waitFor();
  await tenant.page.getByText('Esther Njuguna, Njuguna & Kin Ltd').first().waitFor();
});

test('nobody else can be approved: the second applicant is a back-up and reads so', async () => {
  const { page } = owner;
  await page.getByRole('region', { name: 'Applicants for this unit' }).getByRole('link', { name: 'Grace Wanjiku Kamau' }).click();
  await page.getByText('Naliaka Wekesa holds this home. Nobody else can be approved while they do.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  await owner.settled();
  await second.page.reload();
  await second.page.getByText('Somebody else holds this home. If they do not pay, you come next and are told.').waitFor();
  await second.settled();
});

test('she reads the lease before she pays, in both languages, and says that she paid', async () => {
  const { page } = tenant;
  await press(page, 'Read the lease');
  const text = page.locator('article[lang]');
  await text.getByText(naliaka.name).first().waitFor();
  await page.getByRole('radio', { name: 'Kiswahili' }).check();
  expect(await text.getAttribute('lang')).toBe('sw');
  await tenant.settled();
  await press(page, 'I have paid');
  const drawer = page.getByRole('dialog');
  const brought = page.waitForResponse(/payment_receipt/);
  await drawer.locator('input[type=file]').setInputFiles(paper('mpesa.pdf', 'TKQ4J7X2'));
  await brought;
  await drawer.getByLabel(/^Reference/).fill('TKQ4J7X2');
  await tenant.settled();
  await confirm(page, 'Tell the manager');
  await page.getByText(/You told Njuguna & Kin Ltd that you paid /).waitFor();
});

test('the owner records what was paid outside, with her receipt as the evidence: a tenancy and the draft of its lease are there', async () => {
  const { page } = owner;
  await owner.go(places.booking);
  await page.getByText(/The applicant says they paid /).waitFor();
  await press(page, 'Record payment');
  await page.getByText(/It is kept as the evidence\.$/).waitFor();
  await confirm(page, 'Record payment');
  await page.getByText('Until the keys').waitFor();
  await owner.settled();
  expect(await standing()).toEqual({ unit: 'ordered', listing: 'paused', booking: 'confirmed', tenancy: 'pending' });
});

test('the lease is sent; the tenant signs it by a code on the phone, the owner at her desk, and it is sealed', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Send the lease' }).click();
  await press(page, 'Send to be signed');
  await owner.settled();
  await confirm(page, 'Send to be signed');
  await page.getByText('Asked', { exact: true }).waitFor();
  places.lease = new URL(page.url()).pathname;

  await tenant.go(await stage.mailed(naliaka.email, '/sign/'));
  await readByCode(stage, tenant, naliaka);
  await drawSignature(tenant.page);
  await tenant.settled();
  await press(tenant.page, 'Sign');
  await tenant.page.getByText(/Signed\. We tell you when everybody else has signed/).waitFor();

  await page.reload();
  await press(page, 'Read and sign');
  await page.waitForURL('**/sign/*');
  await readByCode(stage, owner, esther);
  await page.getByRole('radio', { name: 'Type' }).check();
  await page.getByLabel(/^I have read this agreement and I sign it/).check();
  await owner.settled();
  await press(page, 'Sign');
  await page.getByText(/Signed, and you were the last\./).waitFor();
  const state = () => stage.rows<{ status: string }>('select status from agreement where id = $1', [idIn(places.lease)]);
  await expect.poll(state).toEqual([{ status: 'fully_signed' }]);
  await owner.go(places.lease);
  await page.getByRole('link', { name: 'Open sealed copy' }).waitFor();
  await owner.settled();
});

test('the move-in inspection is planned from the tenancy, done and signed by both; the tenant agrees to it', async () => {
  const { page } = owner;
  await owner.go(places.booking);
  await page.getByRole('link', { name: /^Open tenancy / }).click();
  await page.getByText('Before they move in').waitFor();
  places.tenancy = new URL(page.url()).pathname;
  // Nothing lets anybody in yet.
  expect(await page.getByRole('button', { name: 'Move in', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Plan inspection' }).first().click();
  await confirm(page, 'Plan inspection');
  await page.getByRole('button', { name: 'Move in', exact: true }).waitFor();
  await owner.settled();
  await page.getByRole('link', { name: 'Move-in inspection' }).click();
  await fillInspection(owner, naliaka.name);
  await owner.settled();

  await tenant.go('/dashboard/tenant/inspections');
  await tenant.page.getByRole('link').filter({ hasText: 'Move-in inspection' }).first().click();
  await tenant.page.getByRole('button', { name: 'Agree to all of it' }).waitFor();
  await tenant.settled();
  await press(tenant.page, 'Agree to all of it');
  await confirm(tenant.page, 'Agree to all of it');
  await tenant.page.getByText('Agreed', { exact: true }).first().waitFor();
});

test('the keys change hands: the tenancy is active, the home occupied, the offer closed and the other applicant told', async () => {
  const { page } = owner;
  await owner.go(places.tenancy);
  await press(page, 'Move in');
  await confirm(page, 'Move in');
  await page.getByText('Active').first().waitFor();
  await owner.settled();
  expect(await standing()).toMatchObject({ unit: 'occupied', booking: 'closed', tenancy: 'active' });
  await expect.poll(async () => (await standing())?.listing).toBe('closed');
  await second.page.reload();
  await second.page.getByText(/This application was declined\./).waitFor();
  await second.page.getByText(/it was let to somebody else/).waitFor();
  await second.settled();
});

test('the tenant finds the home in hers: her lease’s own dashboard, with the lease and the inspection', async () => {
  const { page } = tenant;
  await tenant.go(places.naliaka);
  await page.getByText('You live there now.').waitFor();
  await tenant.go('/dashboard/tenant');
  await page
    .getByRole('link')
    .filter({ hasText: home.name.split(', ')[1] ?? '' })
    .and(page.locator('[href*="/dashboard/tenancy/"]'))
    .first()
    .click();
  await page.waitForURL('**/dashboard/tenancy/*/*');
  await page.getByText('Active').first().waitFor();
  await page.getByRole('link', { name: 'Lease', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Move-in inspection' }).waitFor();
  await page.getByText('Who manages your home').waitFor();
  await tenant.settled();
  for (const walk of [tenant, owner, second]) await walk.done();
});
