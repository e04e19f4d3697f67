import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recordPayment } from '#server/collection/record.ts';
import { countInvoices, listInvoices, sumInvoices, sumInvoicesByMonth } from '#server/invoice/service.ts';
import { reversePayment } from '#server/matching/allocate-payment.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { readMoneyFigures } from './money.ts';

let services: TestServices;
let here: OwnerWithUnit;
const as = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>) => runAsPerson(services, here.owner, work);
const paid = (tenancyId: number, sum: number, external: string) =>
  as((ctx) => recordPayment(ctx, { how: 'bank', external, note: '', tenancy_id: tenancyId, cents: toCents(sum), on: clock.today() }));
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
});
afterAll(() => setClock(services, null));

test('home page: money collected this month equals the invoice list, its totals and the chart', async () => {
  await setClock(services, '2027-03-28T09:00:00Z');
  const [first, second] = [await createOccupiedTenancy(services, here.property), await createOccupiedTenancy(services, here.property)];
  // Invoiced and due in March with a deposit, mostly paid in April.
  await as((ctx) => issueRentInvoice(ctx, first, 300_000, { dueIn: 1, deposit: 200_000 }));
  await as((ctx) => issueRentInvoice(ctx, second, 100_000, { dueIn: 1 }));
  await paid(first, 50_000, 'FT-1');
  await setClock(services, '2027-04-03T09:00:00Z');
  await paid(first, 450_000, 'FT-2');
  const gone = await paid(second, 100_000, 'FT-3');
  await as((ctx) => reversePayment(ctx, { id: gone.id, reason: 'The cheque bounced', cause: 'bounced' }));
  const ctx = createTestCtx(services, here.owner);
  const said = await readMoneyFigures(ctx);
  expect(said).toMatchObject({ came_cents: 250_000, deposit_cents: 200_000, held_cents: 0, late_cents: 100_000 });
  const z_filter = { came_from: said.from, came_to: said.to };
  expect((await countInvoices(ctx, { z_filter: {} })).paid_month_cents).toBe(said.came_cents);
  expect((await sumInvoicesByMonth(ctx, { z_filter: {} })).results.slice(-2)).toMatchObject([{ paid_cents: 50_000 }, { paid_cents: 250_000 }]);
  expect(await sumInvoices(ctx, { z_filter })).toMatchObject({ count: 1, came_cents: said.came_cents, deposit_cents: said.deposit_cents });
  expect((await listInvoices(ctx, { page: 1, page_size: 10, sort: '-due_on', z_filter })).results.map((one) => one.tenancy?.id)).toEqual([first]);
  // Overdue equals the balance due in its list.
  expect(await sumInvoices(ctx, { z_filter: { overdue: 'true' } })).toMatchObject({ count: said.late, open_cents: said.late_cents });
});
