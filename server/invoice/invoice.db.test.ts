import { beforeAll, describe, expect, test } from 'vitest';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, findFailedInvoiceChecks, payInvoice, registerCompanyForVat } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { tamperKey } from '#test/wrong-secrets.ts';
import { creditInvoice, voidInvoice, waiveLateFee, writeOffInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import * as lists from './lists.ts';
import { createInvoice, previewInvoice } from './manual-invoice.ts';
import { readPublicInvoice } from './public-invoice.ts';
import { renderInvoicePdf } from './runs/paper.ts';
import { issueBatchCharge, issueSplitCost, previewSplitCost } from './shared-charges.ts';

let services: TestServices;
let here: OwnerWithUnit;
let tenant: TestPerson;
let tenancy: number;
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  await registerCompanyForVat(services, here.owner.me.companyId);
  tenant = await createPerson(services, 'tenant');
  tenancy = await createOccupiedTenancy(services, here.property, {}, tenant.id);
});
const as = <T>(who: TestPerson, work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>) => runAsPerson(services, who, work);
const line = (unit_cents: number, more: object = {}) => ({
  kind: 'service' as const,
  label: 'Cleaning',
  qty: 1,
  unit_cents: toCents(unit_cents),
  tax_code: 'A' as const,
  from: null,
  last: null,
  ...more,
});
const given = (lines: ReturnType<typeof line>[], more: object = {}) => ({
  tenancy_id: tenancy,
  kind: 'ad_hoc' as const,
  due_on: addDays(clock.today(), 5),
  period_from: null,
  period_last: null,
  lines,
  note: '',
  ...more,
});
const made = (lines: ReturnType<typeof line>[], more: object = {}) => as(here.owner, (ctx) => createInvoice(ctx, given(lines, more)));
const seen = (id: number, who: TestPerson = here.owner) => readInvoiceDetails(createTestCtx(services, who), { id });

describe('manual invoice', () => {
  test('is issued in whole shillings with tax, posted to the ledger, and sent with a working public link', async () => {
    const asked = [line(1_000_050), line(200_000, { kind: 'rent', tax_code: 'B' }), line(-50_000, { kind: 'discount' })];
    const draft = await as(here.owner, (ctx) => previewInvoice(ctx, given(asked)));
    expect(draft).toMatchObject({ total_cents: 1_182_100, tax_cents: 32_000, duplicate: null });
    const one = await made(asked);
    expect(one).toMatchObject({
      status: 1,
      total_cents: 1_182_100,
      tax_cents: 32_000,
      open_cents: 1_182_100,
      fund: 'M',
      acts: expect.arrayContaining(['void', 'credit', 'write_off']),
    });
    expect(one.lines.map((each) => each.kind)).toEqual(['service', 'rent', 'discount', 'rounding']);
    expect(one.lines.reduce((sum, each) => sum + each.open_cents, 0)).toBe(1_182_100);
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
    const [, , token = ''] = /^\/auth\/(invoice)\/([^/]+)\//.exec(one.link ?? '') ?? [];
    const shown = await readPublicInvoice(createTestCtx(services, null), { id: one.id, token });
    expect(shown).toMatchObject({ code: one.code, open_cents: 1_182_100, unit: one.unit.name });
    expect(JSON.stringify(shown)).not.toMatch(/\+254/);
    await expect(readPublicInvoice(createTestCtx(services, null), { id: one.id, token: tamperKey(token) })).rejects.toMatchObject({
      failure: 'notFound',
    });
    expect((await listSentNotifications(services, 'invoice.issued')).filter(({ to }) => to.personId === tenant.id).length).toBeGreaterThan(0);
  });
  test('rejects VAT from a company that is not registered for VAT', async () => {
    const other = await createOwnerWithUnit(services);
    const tenancy_id = await createOccupiedTenancy(services, other.property);
    const asked = given([line(100_000), line(200_000, { tax_code: 'B' })], { tenancy_id });
    const refused = { extra: { fields: { 'lines.1.tax_code': expect.any(String) } } };
    await expect(as(other.owner, (ctx) => previewInvoice(ctx, asked))).rejects.toMatchObject(refused);
    await expect(as(other.owner, (ctx) => createInvoice(ctx, asked))).rejects.toMatchObject(refused);
  });
  test('reports each validation error at its field', async () => {
    await expect(made([line(-100)])).rejects.toMatchObject({ extra: { fields: { 'lines.0.unit_cents': expect.any(String) } } });
    await expect(made([line(100), line(-5_000, { kind: 'discount' })])).rejects.toMatchObject({ extra: { fields: { lines: expect.any(String) } } });
    await expect(made([line(100)], { due_on: '2031-01-01' })).rejects.toMatchObject({ extra: { fields: { due_on: expect.any(String) } } });
    await expect(made([line(0)])).rejects.toMatchObject({ failure: 'invalid' });
  });
  test('does not allow changes to a line after issue', async () => {
    const one = await made([line(100_000)]);
    await expect(services.database.db.updateTable('invoice_line').set({ label: 'Other' }).where('invoice_id', '=', one.id).execute()).rejects.toThrow(
      /does not change/,
    );
  });
});

describe('invoice payment', () => {
  test('the invoice status changes with partial payment, full payment and reversal, and the receipt is sent once after full payment', async () => {
    const one = await made([line(100_000), line(50_000)]);
    await payInvoice(services, one.id, 120_000);
    expect(await seen(one.id)).toMatchObject({
      status: invoiceStatuses.active,
      open_cents: 30_000,
      lines: [{ open_cents: 0 }, { open_cents: 30_000 }],
    });
    await expect(as(here.owner, (ctx) => voidInvoice(ctx, { id: one.id, reason: 'a mistake' }))).rejects.toMatchObject({ failure: 'wrongState' });
    await payInvoice(services, one.id, 30_000);
    expect(await seen(one.id)).toMatchObject({ status: invoiceStatuses.paid, open_cents: 0, paid_on: clock.today() });
    await expect(payInvoice(services, one.id, 10_000).then(() => seen(one.id))).resolves.toMatchObject({ paid_cents: 150_000 });
    expect((await listSentNotifications(services, 'receipt')).length).toBeGreaterThan(0);
    await payInvoice(services, one.id, -150_000);
    expect(await seen(one.id)).toMatchObject({ status: invoiceStatuses.unpaid, open_cents: 150_000 });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });
  test('the public invoice page is available for sixty days after payment', async () => {
    const one = await made([line(100_000)]);
    await payInvoice(services, one.id, 100_000);
    const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', one.id).executeTakeFirstOrThrow();
    await readPublicInvoice(createTestCtx(services, null), { id: one.id, token });
    await services.database.db
      .updateTable('invoice')
      .set({ paid_on: addDays(clock.today(), -61) })
      .where('id', '=', one.id)
      .execute();
    await expect(readPublicInvoice(createTestCtx(services, null), { id: one.id, token })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('invoice correction', () => {
  test('voiding an invoice reverses its journal entries, and a second void is rejected', async () => {
    const one = await made([line(100_000)]);
    expect(await as(here.owner, (ctx) => voidInvoice(ctx, { id: one.id, reason: 'wrong home' }))).toMatchObject({
      status: 4,
      open_cents: 0,
      voided: { reason: 'wrong home' },
      link: null,
    });
    await expect(as(here.owner, (ctx) => voidInvoice(ctx, { id: one.id, reason: 'again' }))).rejects.toMatchObject({ failure: 'wrongState' });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });
  test('a credit note reduces the open amount first, then credits the paid amount to the tenant', async () => {
    const one = await made([line(100_000), line(50_000)]);
    await payInvoice(services, one.id, 120_000);
    const [first, second] = one.lines;
    await expect(
      as(here.owner, (ctx) => creditInvoice(ctx, { id: one.id, lines: [{ line_id: second?.id ?? 0, cents: toCents(50_001) }], reason: 'too much' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
    const after = await as(here.owner, (ctx) =>
      creditInvoice(ctx, {
        id: one.id,
        lines: [
          { line_id: first?.id ?? 0, cents: toCents(40_000) },
          { line_id: second?.id ?? 0, cents: toCents(35_000) },
        ],
        reason: 'the lift stood',
      }),
    );
    expect(after).toMatchObject({
      status: 2,
      credited_cents: 30_000,
      open_cents: 0,
      credit_notes: [{ kind: 'credit', cents: 75_000, returned_cents: 45_000 }],
    });
    await expect(
      as(here.owner, (ctx) => creditInvoice(ctx, { id: one.id, lines: [{ line_id: first?.id ?? 0, cents: toCents(60_001) }], reason: 'more' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });
  test('a write-off closes the open amount, and no late fee can be waived afterwards', async () => {
    const one = await made([line(100_000)]);
    expect(await as(here.owner, (ctx) => writeOffInvoice(ctx, { id: one.id, reason: 'moved abroad' }))).toMatchObject({
      status: 2,
      // The tenant credit from the previous credit note was allocated to this invoice when it was issued.
      paid_cents: 45_000,
      credited_cents: 55_000,
    });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
    await expect(as(here.owner, (ctx) => waiveLateFee(ctx, { id: one.id, reason: 'anyway' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('invoice lists and bulk actions', () => {
  test('list, ageing report, counts and export have the same totals', async () => {
    const ctx = createTestCtx(services, here.owner);
    const all = await lists.listInvoices(ctx, { page: 1, page_size: 100, sort: '-due_on', tabs: true });
    expect(all.tabs?.all).toBe(all.count);
    const ages = await lists.readAgeingReport(ctx, {});
    const counts = await lists.countInvoices(ctx, {});
    expect(ages.open_cents).toBe(counts.open_cents);
    expect(all.results.reduce((sum, one) => sum + one.open_cents, 0)).toBe(counts.open_cents);
    expect((await lists.sumInvoicesByMonth(ctx, {})).results).toHaveLength(12);
    expect((await lists.exportInvoices(ctx, { sort: '-due_on' })).count).toBe(all.count);
    expect(
      (await lists.listInvoices(ctx, { page: 1, page_size: 10, sort: 'open_cents', z_filter: { q: all.results[0]?.code, aged: 'current' } })).count,
    ).toBeLessThanOrEqual(1);
  });
  test('a cost is split by weights in whole shillings; splitting by area is rejected if a unit has no area', async () => {
    const other = await createOccupiedTenancy(services, here.property);
    const third = await createOccupiedTenancy(services, here.property);
    const cost = {
      kind: 'security' as const,
      label: 'Guards',
      tax_code: 'A' as const,
      due_on: addDays(clock.today(), 5),
      from: null,
      last: null,
      cents: toCents(100_000),
      weights: [],
    };
    const tenancy_ids = [tenancy, other, third];
    const shown = await as(here.owner, (ctx) => previewSplitCost(ctx, { ...cost, tenancy_ids, by: 'equal' }));
    expect(shown.rows.map((row) => row.cents)).toEqual([33_400, 33_300, 33_300]);
    await expect(as(here.owner, (ctx) => issueSplitCost(ctx, { ...cost, tenancy_ids, by: 'area' }))).rejects.toMatchObject({
      extra: { fields: { by: expect.any(String) } },
    });
    // A unit without a weight counts as one. Fractions are valid weights. Leaving out every unit is rejected.
    const weighed = (...of: number[]) => ({
      ...cost,
      tenancy_ids,
      by: 'custom' as const,
      weights: of.map((weight, at) => ({ tenancy_id: tenancy_ids[at] ?? 0, weight })),
    });
    const parts = async (...of: number[]) => (await as(here.owner, (ctx) => previewSplitCost(ctx, weighed(...of)))).rows.map((row) => row.cents);
    expect(await parts()).toEqual([33_400, 33_300, 33_300]);
    expect(await parts(0.5, 1.5, 0)).toEqual([25_000, 75_000, 0]);
    expect(await parts(0.5)).toEqual([20_000, 40_000, 40_000]);
    await expect(as(here.owner, (ctx) => issueSplitCost(ctx, weighed(0, 0, 0)))).rejects.toMatchObject({
      extra: { fields: { weights: expect.any(String) } },
    });
    const done = await as(here.owner, (ctx) => issueSplitCost(ctx, weighed(0, 3, 1)));
    expect(done).toMatchObject({ count: 2, total_cents: 100_000 });
    expect(await as(here.owner, (ctx) => issueBatchCharge(ctx, { ...cost, tenancy_ids }))).toMatchObject({ count: 3, total_cents: 300_000 });
    const stranger = await createPerson(services, 'owner');
    await expect(as(stranger, (ctx) => issueBatchCharge(ctx, { ...cost, tenancy_ids }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });
  test('invoice PDFs are rendered in both languages', async () => {
    const one = await made([line(100_000, { tax_code: 'B' })]);
    await payInvoice(services, one.id, 50_000);
    for (const kind of ['invoice', 'receipt'] as const) expect((await renderInvoicePdf(services, one.id, kind)).bytes.length).toBeGreaterThan(1000);
  });
});
