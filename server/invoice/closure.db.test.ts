import { beforeAll, expect, test } from 'vitest';
import { invoiceClosureKindLabels } from '#contract/invoice/closure.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, payInvoice } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { creditInvoice, writeOffInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import * as lists from './lists.ts';
import { createInvoice } from './manual-invoice.ts';
import { readPublicInvoice } from './public-invoice.ts';
import { applyAllocations } from './settle.ts';

let services: TestServices;
let here: OwnerWithUnit;
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
});
const as = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>) => runAsPerson(services, here.owner, work);
/** Each invoice has its own tenancy, because the tenant credit of one invoice would pay the next. */
async function made(unit_cents: number) {
  const tenancy_id = await createOccupiedTenancy(services, here.property);
  const line = {
    kind: 'service' as const,
    label: 'Cleaning',
    qty: 1,
    unit_cents: toCents(unit_cents),
    tax_code: 'A' as const,
    from: null,
    last: null,
  };
  const [due_on, no] = [addDays(clock.today(), 5), { period_from: null, period_last: null, note: '' }];
  return as((ctx) => createInvoice(ctx, { tenancy_id, kind: 'ad_hoc', due_on, ...no, lines: [line] }));
}
const opened = async (link: string | null, id: number) =>
  readPublicInvoice(createTestCtx(services, null), { id, token: /^\/auth\/invoice\/([^/]+)\//.exec(link ?? '')?.[1] ?? '' });

test('invoice closed without payment: is shown as written off or credited, not as paid, on its page, by its link and in lists', async () => {
  const [off, credited, part, paid] = [await made(100_000), await made(100_000), await made(100_000), await made(100_000)];
  await as((ctx) => writeOffInvoice(ctx, { id: off.id, reason: 'moved abroad' }));
  await as((ctx) =>
    creditInvoice(ctx, { id: credited.id, lines: credited.lines.map((one) => ({ line_id: one.id, cents: toCents(one.cents) })), reason: 'twice' }),
  );
  await payInvoice(services, part.id, 40_000);
  await as((ctx) => writeOffInvoice(ctx, { id: part.id, reason: 'moved abroad' }));
  await payInvoice(services, paid.id, 100_000);
  const expected = [
    [off, 'written_off'],
    [credited, 'credited'],
    [part, 'written_off'],
    [paid, 'paid'],
  ] as const;
  for (const [{ id, link }, settled] of expected) {
    const paid_on = settled === 'paid' ? clock.today() : null;
    const now = await readInvoiceDetails(createTestCtx(services, here.owner), { id });
    expect(now).toMatchObject({ status: 2, settled, paid_on });
    expect(now.history.map((one) => one.what)).toContain(settled === 'paid' ? 'pay' : 'close');
    expect(await opened(link, id)).toMatchObject({ status: 2, settled, paid_on, pay_to: null });
  }
  const list = (z_filter: object) =>
    lists.listInvoices(createTestCtx(services, here.owner), { page: 1, page_size: 20, tabs: true, sort: 'due_on', z_filter });
  expect((await list({})).tabs).toMatchObject({ all: 4, 2: 1, closed: 3 });
  const late = await made(100_000);
  await services.database.db
    .updateTable('invoice')
    .set({ due_on: addDays(clock.today(), -3) })
    .where('id', '=', late.id)
    .execute();
  await made(100_000);
  const tabs = { all: 6, 1: 2, 2: 1, closed: 3, overdue: 1 };
  // The number on a tab equals the rows that the tab opens, whichever tab is open.
  expect(await list({ overdue: 'true' })).toMatchObject({ count: 1, results: [{ id: late.id }], tabs });
  expect(await list({ status: 1 })).toMatchObject({ count: 2, tabs });
  expect(await list({ closed: 'true' })).toMatchObject({ count: 3, tabs });
  expect(await list({ status: 2, closed: 'false' })).toMatchObject({ count: 1, results: [{ id: paid.id }] });
  expect(await list({ status: 2 })).toMatchObject({ count: 4 });
  const file = await as((ctx) => lists.exportInvoices(ctx, { sort: 'due_on', z_filter: {}, part: 1 }));
  expect(JSON.stringify(file)).toContain(invoiceClosureKindLabels.written_off());
});

test('partly waived invoice: is closed by a payment that covers several invoices and by a payment of this invoice alone', async () => {
  const [alone, among, other] = [await made(100_000), await made(100_000), await made(100_000)];
  for (const { id } of [alone, among, other]) {
    await services.database.db
      .updateTable('invoice')
      .set({ credited_cents: toCents(40_000), written_off_cents: toCents(40_000) })
      .where('id', '=', id)
      .execute();
    await services.database.db
      .updateTable('invoice_line')
      .set({ credited_cents: toCents(40_000) })
      .where('invoice_id', '=', id)
      .execute();
  }
  const money = ({ id, lines }: typeof alone) => ({
    invoiceId: id,
    on: clock.today(),
    how: 'M-Pesa',
    parts: lines.map((one) => ({ lineId: one.id, cents: toCents(60_000) })),
  });
  await as((ctx) => applyAllocations(ctx, [money(alone)]));
  await as((ctx) => applyAllocations(ctx, [money(among), money(other)]));
  const last = async ({ id }: typeof alone) => (await readMoveHistory(services.database, 'invoice', id).executeTakeFirstOrThrow()).move;
  expect([await last(alone), await last(among), await last(other)]).toEqual(['close', 'close', 'close']);
});
