import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { recordPayment } from '#server/collection/record.ts';
import { list as listCommissions } from '#server/commission/service.ts';
import { readMoneyFigures } from '#server/home/money.ts';
import { listInvoices, sumInvoices, sumInvoicesByMonth } from '#server/invoice/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { readMonthStatement } from './month-statement.ts';
import { buildMonthStatementDocument, buildMonthStatementTexts } from './month-statement-pdf.ts';
import { exportUnitStatement, readUnitStatement } from './unit-statement.ts';

let services: TestServices;
let here: OwnerWithUnit;
let wallet = 0;
const at = (day: string) => setClock(services, `${day}T09:00:00+03:00`);
const ctx = () => createTestCtx(services, here.owner);
const pay = (tenancy_id: number, cents: number, on: string, external: string) =>
  runAsPerson(services, here.owner, (one) => recordPayment(one, { how: 'bank', external, note: '', tenancy_id, cents: toCents(cents), on }));
const statement = (month: string) => readMonthStatement(ctx(), { id: wallet, month, page: 1, page_size: 10 });
const units = (month: string) => readUnitStatement(ctx(), { id: wallet, month, page: 1, page_size: 10 });

beforeAll(async () => {
  services = await createTestServices();
  await at('2027-03-02');
  here = await createOwnerWithUnit(services);
  const company = here.owner.me.companyId ?? 0;
  wallet = (await services.database.db.selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id;
  const [first, second] = [
    await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) }),
    await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) }),
  ];
  const issue = (tenancy: number, cents: number, deposit = 0) =>
    runAsPerson(services, here.owner, (one) => issueRentInvoice(one, tenancy, cents, { dueIn: 3, ...(deposit ? { deposit } : {}) }));
  await issue(first, 3_000_000, 1_000_000);
  await issue(second, 2_000_000);
  await pay(first, 4_000_000, '2027-03-02', 'FT-U1');
  // Paid on the last day of March and recorded in April: collected in March, credited in April.
  await at('2027-04-05');
  await pay(second, 1_500_000, '2027-03-31', 'FT-U2');
  await issue(first, 3_000_000);
});
afterAll(() => setClock(services, null));

test('collected rent of a month is one number on the home page, in the chart, in the list, in the statement and by unit', async () => {
  const of = { from: '2027-03-01', last: '2027-03-31' };
  const collected = 4_500_000;
  const march = await statement('2027-03');
  expect(march.collected_cents).toBe(collected);
  // The ledger credits the late payment in April, so this amount has another name.
  expect(sumCents(march.parts.filter(({ part }) => part === 'gross').map(({ cents }) => cents))).toBe(3_000_000);
  expect((await units('2027-03')).totals.collected_cents).toBe(collected);
  expect((await sumInvoices(ctx(), { z_filter: { came_from: of.from, came_to: of.last } })).came_cents).toBe(collected);
  const chart = (await sumInvoicesByMonth(ctx(), { z_filter: {} })).results;
  expect(chart.find(({ month }) => month === of.from)?.paid_cents).toBe(collected);
  const april = await statement('2027-04');
  const home = await readMoneyFigures(ctx());
  expect([home.came_cents, (await units('2027-04')).totals.collected_cents, april.collected_cents]).toEqual([0, 0, 0]);
});

test('the month by unit: each amount equals the total of the list that it opens', async () => {
  const march = await units('2027-03');
  expect(march.results).toMatchObject([
    { billed_cents: 4_000_000, collected_cents: 3_000_000, arrears_cents: 0 },
    { billed_cents: 2_000_000, collected_cents: 1_500_000, arrears_cents: 500_000 },
  ]);
  const { from: day_from, last: day_to, arrears_to } = march;
  for (const row of march.results) {
    const { unit_id } = row;
    expect((await sumInvoices(ctx(), { z_filter: { unit_id, day_from, day_to } })).total_cents).toBe(row.billed_cents);
    expect((await sumInvoices(ctx(), { z_filter: { unit_id, came_from: day_from, came_to: day_to } })).came_cents).toBe(row.collected_cents);
    expect((await sumInvoices(ctx(), { z_filter: { unit_id, overdue: 'true', day_to: arrears_to } })).open_cents).toBe(row.arrears_cents);
    const fees = await listCommissions(ctx(), { page: 1, page_size: 10, sort: '-id', z_filter: { unit_id, day_from, day_to } });
    expect(fees.amount_cents).toBe(row.agent_cents + row.platform_cents);
  }
  expect((await listInvoices(ctx(), { page: 1, page_size: 10, sort: '-due_on' })).count).toBe(3);
});

test('the month by unit is in the CSV and in the PDF, and closed to other companies', async () => {
  const csv = await exportUnitStatement(ctx(), { id: wallet, month: '2027-03', part: 1 });
  expect(csv.count).toBe(2);
  const told = await buildMonthStatementTexts(ctx(), wallet, '2027-03');
  expect(JSON.stringify(buildMonthStatementDocument(told).parts)).toContain('45,000');
  const stranger = createTestCtx(services, await createPerson(services, 'owner'));
  await expect(readUnitStatement(stranger, { id: wallet, month: '2027-03', page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
});
