import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDialog, pressButton, seedProperty } from './catalogue.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/** A landlord imports their sheet: every row is previewed before anything is saved, and the import can be undone for a week. */
skipTestsAfterFailure();
const court = 'Acacia Ridge';
const sheet = [
  'Block;House No.;Tenant;Phone;Start;End;Rent;Deposit;Balance',
  `${court};A01;Jane Wanjiru;0712 700 101;2025-03-01;2028-02-28;65,000;65,000;2,500`,
  `${court};A02;Peter Otieno;0712 700 102;1/6/2024;;KSh 60k;;`,
  `${court};A03;Amina Hassan;0712 700 103;1 Mar 2025;;62000;62000;`,
  `${court};A04;Somebody Else;0712 700 101;2025-03-01;;65000;;`,
  `${court};A05;Kioko Mutiso;;2025-03-01;;65000;;`,
  `${court};A06;Kioko Mutiso;;2025-03-01;;65000;;`,
  `${court};Z99;Mary Njeri;0712 700 107;2025-03-01;;65000;;`,
  `${court};A07;Ali Abdi;0712 700 108;long ago;;65000;;`,
  `${court};A01;Otieno Odhiambo;0712 700 109;2025-03-01;;65000;;`,
].join('\r\n');

let stage: JourneyEnvironment;
let owner: JourneySession;
let before: string;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  await seedProperty(stage, court);
  // One of them has a listing, so that the undo must restore a listing too.
  await stage.rows(
    `insert into listing (property_id, unit_id, title, listing_type, status, price_cents, price_period, published_at, last_confirmed_at)
    select property_id, id, 'Acacia A02', 0, 'live', 6000000, 2, now(), now() from unit where name = 'A02' and property_id = (select id from property where name = $1)`,
    [court],
  );
  before = await homes();
  owner = await stage.enter();
  await owner.signIn('owner', '/dashboard/owner/tenancies');
});
afterAll(() => stage?.close());

/** All visible data of the homes and of the people known to the company. */
const homes = async (): Promise<string> =>
  JSON.stringify(
    await stage.rows(
      `select u.name, u.status, u.occupied_said, u.status_since, (select count(*)::int from stay s where s.unit_id = u.id and s.released_at is null) as stays,
        (select json_agg(l.status order by l.id) from listing l where l.unit_id = u.id) as listings,
        (select exists (select 1 from public_listing v join listing l on l.id = v.id where l.unit_id = u.id)) as shown
      from unit u join property p on p.id = u.property_id where p.name = $1 order by u.name`,
      [court],
    ),
  );
const known = async () =>
  (await stage.rows<{ name: string }>(`select name from tenant where phone like '+2547127001%' or name = 'Kioko Mutiso' order by name`)).map(
    (one) => one.name,
  );
/** Messages promised or sent to people on the sheet. */
/** Messages to the imported tenants other than the question whether they rent the unit. */
const told = async () =>
  (
    await stage.rows<{ n: number }>(
      `select (select count(*)::int from local_outbox where address like '+2547127001%' and body not like '%recorded your tenancy%')
        + (select count(*)::int from job.job where name = 'notification.deliver' and data::text ~ 'Acacia' and data::text ~ '"(tenancy|tenant|agreement)[.]' and data::text !~ 'terms_asked') as n`,
    )
  )[0]?.n;
const problemAt = (line: number) =>
  owner.page
    .locator('tbody tr')
    .filter({ has: owner.page.getByRole('cell', { name: String(line), exact: true }) })
    .locator('td')
    .last()
    .innerText();

test('tenancy import preview: shows the problem of each row, reads dates in three formats and saves nothing', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Import tenancies from Excel' }).click();
  await page.getByText('The tenants are not notified.', { exact: false }).first().waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Check rows' }).waitFor();
  await owner.accessible();
  await pressButton(page, 'Check rows');
  await page.getByText('4 tenancies can be imported.', { exact: false }).waitFor();
  // All rows are shown; a filter shows only those with errors.
  expect(await page.locator('tbody tr').count()).toBe(9);
  await page.getByRole('switch', { name: /^Only rows with errors/ }).click();
  expect(await page.locator('tbody tr').count()).toBe(5);
  expect(await problemAt(5)).toMatch(/Phone.*0712 700 101.*is also used for Jane Wanjiru in row 2/);
  expect(await problemAt(7)).toMatch(/Kioko Mutiso.*is also in row 6\. Add a phone number for each tenant/);
  expect(await problemAt(8)).toMatch(/Z99.*Acacia Ridge has no unit with this name/);
  expect(await problemAt(9)).toMatch(/Start date.*long ago.*is not a date/);
  expect(await problemAt(10)).toMatch(/A01.*is already in row 2/);
  await owner.accessible();
  await page.getByRole('switch', { name: /^Only rows with errors/ }).click();
  expect(await page.locator('tbody tr').count()).toBe(9);
  for (const [line, said] of [
    [2, /1 March 2025 to 28 February 2028/],
    [3, /since 1 June 2024/],
    [4, /since 1 March 2025/],
  ] as const)
    expect(
      await page
        .locator('tbody tr')
        .nth(line - 2)
        .innerText(),
    ).toMatch(said);
  await owner.settled();
  expect([await homes(), await known(), await told()]).toEqual([before, [], 0]);
});

test('tenancy import preview: a user can correct a row in the table', async () => {
  const { page } = owner;
  await pressButton(page, 'Correct row 9');
  const form = page.getByRole('form', { name: 'Correct row 9' });
  await form.getByLabel('Start date', { exact: true }).fill('01.05.2025');
  await owner.accessible();
  await form.getByRole('button', { name: 'Check row again' }).click();
  await page.getByText('5 tenancies can be imported.', { exact: false }).waitFor();
  expect(await homes()).toBe(before);
});

test('tenancy import: creates tenancies from the correct rows with their start dates, and asks the tenants with a phone number before anything else', async () => {
  const { page } = owner;
  await pressButton(page, 'Import 5 tenancies');
  await page.getByText('Imported: tenants.csv').waitFor();
  await owner.settled();
  const made = await stage.rows<{ name: string; status: string; unit: string; since: string; lead: string }>(
    `select u.name, t.status, u.status as unit, t.starts_on::text as since, n.name as lead from tenancy t join unit u on u.id = t.unit_id
      join property p on p.id = u.property_id join tenancy_person r on r.tenancy_id = t.id join tenant n on n.id = r.tenant_id where p.name = $1 order by u.name`,
    [court],
  );
  expect(made).toEqual(
    [
      ['A01', '2025-03-01', 'Jane Wanjiru'],
      ['A02', '2024-06-01', 'Peter Otieno'],
      ['A03', '2025-03-01', 'Amina Hassan'],
      ['A05', '2025-03-01', 'Kioko Mutiso'],
      ['A07', '2025-05-01', 'Ali Abdi'],
    ].map(([name, since, lead]) => ({
      // Kioko has neither a phone number nor an email, so he is not asked.
      ...(name === 'A05' ? { name, status: 'active', unit: 'occupied' } : { name, status: 'pending', unit: 'ordered' }),
      since,
      lead,
    })),
  );
  expect(await told()).toBe(0);
  // Rejected rows are still listed, with the reason.
  await page.getByText('Acacia Ridge has no unit with this name', { exact: false }).first().waitFor();
});

test('undo tenancy import: restores every unit and deletes the tenants known only from the import', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Undo import', exact: true }).first().click();
  await confirmDialog(page, 'Undo import');
  await page.getByText('Import undone', { exact: true }).first().waitFor();
  await owner.settled();
  // The worker resumes a listing.
  await expect.poll(homes).toBe(before);
  expect([await known(), await told()]).toEqual([[], 0]);
  await owner.done();
});
