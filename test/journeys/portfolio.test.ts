import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, plantProperty, press } from './catalogue.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/** A landlord arrives with their sheet: every row is looked at before anything is written, and a week long it can be taken back. */
inTurn();
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

let stage: Stage;
let owner: Walk;
let before: string;
beforeAll(async () => {
  stage = await openStage();
  await plantProperty(stage, court);
  // One of them is on offer, so that there is a listing to come back, too.
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

/** All that can be seen of the homes and of who is known to the company. */
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
/** Promised or sent, to whomever the sheet names. */
const told = async () =>
  (
    await stage.rows<{ n: number }>(
      `select (select count(*)::int from local_outbox where address like '+2547127001%')
        + (select count(*)::int from job.job where name = 'notification.deliver' and data::text ~ 'Acacia' and data::text ~ '"(tenancy|tenant|agreement)[.]') as n`,
    )
  )[0]?.n;
const problemAt = (line: number) =>
  owner.page
    .locator('tbody tr')
    .filter({ has: owner.page.getByRole('cell', { name: String(line), exact: true }) })
    .locator('td')
    .last()
    .innerText();

test('the dry run says at each row what is wrong of it, reads days in three spellings, and writes nothing', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Bring my tenancies from Excel' }).click();
  await page.getByText('Nobody is told.', { exact: false }).first().waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Look at the rows' }).waitFor();
  await owner.accessible();
  await press(page, 'Look at the rows');
  await page.getByText('4 tenancies can be brought in.', { exact: false }).waitFor();
  // All rows are shown; those with errors alone by a press.
  expect(await page.locator('tbody tr').count()).toBe(9);
  await page.getByRole('switch', { name: /^Only rows with errors/ }).click();
  expect(await page.locator('tbody tr').count()).toBe(5);
  expect(await problemAt(5)).toMatch(/Phone.*0712 700 101.*is the number of Jane Wanjiru in row 2/);
  expect(await problemAt(7)).toMatch(/Kioko Mutiso.*stands in row 6 too; give each a phone number/);
  expect(await problemAt(8)).toMatch(/Z99.*is no unit of Acacia Ridge/);
  expect(await problemAt(9)).toMatch(/Start.*long ago.*is not a day/);
  expect(await problemAt(10)).toMatch(/A01.*stands in row 2 already/);
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

test('a row is put right where it stands', async () => {
  const { page } = owner;
  await press(page, 'Put right row 9');
  const form = page.getByRole('form', { name: 'Put right row 9' });
  await form.getByLabel('Start', { exact: true }).fill('01.05.2025');
  await owner.accessible();
  await form.getByRole('button', { name: 'Look at the row again' }).click();
  await page.getByText('5 tenancies can be brought in.', { exact: false }).waitFor();
  expect(await homes()).toBe(before);
});

test('what is good comes in, lived in since the day its row says; nobody is told', async () => {
  const { page } = owner;
  await press(page, 'Bring in 5 tenancies');
  await page.getByText('Brought in: tenants.csv').waitFor();
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
    ].map(([name, since, lead]) => ({ name, status: 'active', unit: 'occupied', since, lead })),
  );
  expect(await told()).toBe(0);
  // What was left out can still be read, with why.
  await page.getByText('is no unit of Acacia Ridge', { exact: false }).first().waitFor();
});

test('taken back, every home is as it was, and who was known by the sheet alone is known no more', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Take back', exact: true }).first().click();
  await confirm(page, 'Take back');
  await page.getByText('Taken back', { exact: true }).first().waitFor();
  await owner.settled();
  // A listing comes back by the worker.
  await expect.poll(homes).toBe(before);
  expect([await known(), await told()]).toEqual([[], 0]);
  await owner.done();
});
