import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthStart } from '#contract/time/days.ts';
import { recordPayment } from '#server/collection/record.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { reversePayment } from '#server/matching/allocate-payment.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, registerCompanyForVat } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice } from '#test/fixtures/payments.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { creditInvoice, voidInvoice, waiveLateFee } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { setLateFeePolicy } from './late-fees/fees.ts';
import * as lists from './lists.ts';
import { createInvoice, previewInvoice } from './manual-invoice.ts';
import { readPublicInvoice } from './public-invoice.ts';
import { readPaymentsReceived } from './runs/paper.ts';
import { processInvoiceRun } from './runs/run.ts';
import { previewInvoiceRun, readInvoiceRunDetails, startInvoiceRun } from './runs/runs.ts';
import { readInvoiceSettings } from './settings.ts';
import { issueSplitCost, previewSplitCost } from './shared-charges.ts';

let services: TestServices;
let here: OwnerWithUnit;
const as = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>, who = here.owner) => runAsPerson(services, who, work);
const seen = (id: number) => readInvoiceDetails(createTestCtx(services, here.owner), { id });
const invoice = (id: number) => services.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paid = (tenancyId: number, sum: number, external: string) =>
  as((ctx) => recordPayment(ctx, { how: 'bank', external, note: '', tenancy_id: tenancyId, cents: toCents(sum), on: clock.today() }));
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
});
afterEach(() => setClock(services, null));

describe('invoice run and charges', () => {
  test('the preview shows the due date of each invoice and marks a due date in the past', async () => {
    await setClock(services, '2027-03-18T05:00:00Z');
    const { property, owner } = await createOwnerWithUnit(services);
    const tenancy = await createOccupiedTenancy(services, property, { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-02-25' } });
    const month = monthStart(clock.today());
    const asked = { month, page: 1, page_size: 50, z_filter: { warning: 'makes' as const } };
    const shown = await as((ctx) => previewInvoiceRun(ctx, asked), owner);
    expect(shown.results).toMatchObject([{ tenancy: { id: tenancy }, due_on: '2027-03-18', warnings: ['past_due'] }]);
    const started = await as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }), owner);
    const again = await as((ctx) => startInvoiceRun(ctx, { month, property_id: property, except: [] }), owner);
    await processInvoiceRun(services.database.db, started.id);
    const [row] = await services.database.db.selectFrom('invoice').select(['due_on', 'total_cents']).where('tenancy_id', '=', tenancy).execute();
    expect(row).toMatchObject({ due_on: shown.results[0]?.due_on, total_cents: shown.total_cents });
    await processInvoiceRun(services.database.db, again.id);
    // A run with nothing to make is refused and leaves no run.
    await expect(as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }), owner)).rejects.toMatchObject({
      failure: 'conflict',
      message: expect.stringMatching(/nothing to bill/),
    });
    expect(
      (
        await services.database.db
          .selectFrom('invoice_run')
          .select('id')
          .where('month', '=', month)
          .where('company_id', '=', owner.me.companyId)
          .execute()
      ).length,
    ).toBe(2);
    const after = await as((ctx) => readInvoiceRunDetails(ctx, { id: again.id }), owner);
    expect(after.skips).toMatchObject([
      {
        tenancy: { id: tenancy },
        property: { id: property },
        tenant: { name: expect.any(String) },
        why: 'duplicate',
        invoice: { code: expect.any(String) },
      },
    ]);
    expect(after.why).toEqual({ duplicate: 1 });
  });
});

test('splitting a cost: the invoices equal the preview, in whole shillings, and cover the whole cost', async () => {
  const { property, owner } = await createOwnerWithUnit(services);
  for (let n = 0; n < 13; n += 1) await createOccupiedTenancy(services, property);
  const cost = {
    property_id: property,
    kind: 'security' as const,
    label: 'Night guard',
    tax_code: 'A' as const,
    due_on: addDays(clock.today(), 5),
    from: null,
    last: null,
    cents: toCents(1_000_000),
    weights: [],
    by: 'equal' as const,
  };
  const shown = await as((ctx) => previewSplitCost(ctx, cost), owner);
  expect(shown.total_cents).toBe(1_000_000);
  expect(new Set(shown.rows.map((row) => row.cents))).toEqual(new Set([76_900, 77_000]));
  await as((ctx) => issueSplitCost(ctx, cost), owner);
  const made = await services.database.db.selectFrom('invoice').select(['tenancy_id', 'total_cents']).where('property_id', '=', property).execute();
  expect(new Map(made.map((row) => [row.tenancy_id, row.total_cents]))).toEqual(new Map(shown.rows.map((row) => [row.tenancy.id, row.cents])));
  const taxed = { ...cost, tax_code: 'B' as const };
  await expect(as((ctx) => previewSplitCost(ctx, taxed), owner)).rejects.toMatchObject({ extra: { fields: { tax_code: expect.any(String) } } });
  await registerCompanyForVat(services, owner.me.companyId);
  const [before, after] = [await as((ctx) => previewSplitCost(ctx, taxed), owner), await as((ctx) => issueSplitCost(ctx, taxed), owner)];
  const sum = await services.database.db
    .selectFrom('invoice')
    .select(sql<number>`sum(total_cents)::bigint`.as('cents'))
    .where('property_id', '=', property)
    .where('tax_cents', '>', toCents(0))
    .executeTakeFirstOrThrow();
  expect([before.total_cents, after.total_cents]).toEqual([Number(sum.cents), Number(sum.cents)]);
  const head = await lists.listInvoices(createTestCtx(services, owner), { page: 1, page_size: 10, sort: '-due_on' });
  expect(head.results[0]?.title).toBe('Night guard');
});

test("late fee settings: a property's billing terms are listed until the property has its own policy", async () => {
  const { property, owner } = await createOwnerWithUnit(services);
  const shown = async () => (await readInvoiceSettings(createTestCtx(services, owner))).terms;
  expect(await shown()).toEqual([]);
  const billing = JSON.stringify({ late_fee: 'percent', late_fee_points: 500, grace_days: 3 });
  await sql`update property set billing = billing || ${billing}::jsonb where id = ${property}`.execute(services.database.db);
  expect(await shown()).toMatchObject([{ property: { id: property }, grace_days: 3, kind: 'percent', value: 500 }]);
  const step = { grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null };
  await as((ctx) => setLateFeePolicy(ctx, { property_id: property, tenancy_id: null, active: true, tiers: [step], revision: 0 }), owner);
  expect(await shown()).toEqual([]);
});

test('credit note: the part above the open amount becomes tenant credit to the cent and is excluded from the amount due', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property);
  const asked = async () =>
    (await lists.sumInvoicesByMonth(createTestCtx(services, here.owner), { z_filter: {} })).results.reduce((all, one) => all + one.due_cents, 0);
  const before = await asked();
  const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 2_500_050, { dueIn: 0 }));
  await paid(tenancy, 2_200_100, 'FT-C9');
  const [line] = (await seen(id)).lines;
  const after = await as((ctx) => creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(500_000) }], reason: 'the lift stood' }));
  expect(after).toMatchObject({
    open_cents: 0,
    credited_cents: 300_000,
    returned_cents: 200_000,
    credit_notes: [{ cents: 500_000, returned_cents: 200_000 }],
  });
  expect(
    await readAccountBalance(services.database.db, 'M', { code: ledgerAccounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy }),
  ).toBe(200_000);
  expect((await asked()) - before).toBe(2_000_100);
  const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await readPublicInvoice(createTestCtx(services, null), { id, token })).toMatchObject({
    total_cents: 2_500_100,
    paid_cents: 2_000_100,
    credited_cents: 500_000,
  });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

describe('credit note', () => {
  test('also credits the remaining cents if the balance due would not be in whole shillings', async () => {
    const tenancy = await createOccupiedTenancy(services, here.property);
    const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 7_220_000));
    const [line] = (await seen(id)).lines;
    const after = await as((ctx) =>
      creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(220_050) }], reason: 'the lift stood' }),
    );
    expect(after).toMatchObject({ open_cents: 6_999_900, credited_cents: 220_100, credit_notes: [{ cents: 220_100 }] });
    expect(after.lines.reduce((sum, one) => sum + one.open_cents, 0)).toBe(6_999_900);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('reversing the payment of a partly credited invoice reopens the uncredited part and leaves no tenant credit', async () => {
    const tenancy = await createOccupiedTenancy(services, here.property);
    const company = here.owner.me.companyId ?? 0;
    const left = () => readAccountBalance(services.database.db, 'M', { code: ledgerAccounts.tenantCredit, company, tenancy });
    const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A1');
    const [line] = (await seen(id)).lines;
    await as((ctx) => creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(40_000) }], reason: 'the lift stood' }));
    expect(await left()).toBe(40_000);
    await as((ctx) => reversePayment(ctx, { id: came.id, reason: 'The cheque bounced', cause: 'bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', paid_cents: 0, credited_cents: 40_000, returned_cents: 0, open_cents: 60_000 });
    expect(await left()).toBe(0);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
    await expect(as((ctx) => voidInvoice(ctx, { id, reason: 'asked for by mistake' }))).rejects.toMatchObject({ failure: 'wrongState' });
    await as((ctx) => creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(60_000) }], reason: 'asked for by mistake' }));
    expect([await left(), await readAccountBalance(services.database.db, 'M', { code: ledgerAccounts.tenantReceivable, company, tenancy })]).toEqual([
      0, 0,
    ]);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('reversing the payment of a fully credited invoice leaves nothing due', async () => {
    const tenancy = await createOccupiedTenancy(services, here.property);
    const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A2');
    const [line] = (await seen(id)).lines;
    await as((ctx) => creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(100_000) }], reason: 'not theirs' }));
    await as((ctx) => reversePayment(ctx, { id: came.id, reason: 'The cheque bounced', cause: 'bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'paid', open_cents: 0, paid_cents: 0, credited_cents: 100_000, returned_cents: 0 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('reversing a payment also unallocates the credit that paid another invoice, and the credit note of the first invoice is still valid', async () => {
    const tenancy = await createOccupiedTenancy(services, here.property);
    const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A3');
    const [line] = (await seen(id)).lines;
    await as((ctx) => creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(40_000) }], reason: 'the lift stood' }));
    const next = await as((ctx) => issueRentInvoice(ctx, tenancy, 40_000));
    expect(await invoice(next.id)).toMatchObject({ status: 'paid' });
    await as((ctx) => reversePayment(ctx, { id: came.id, reason: 'The cheque bounced', cause: 'bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', open_cents: 60_000, credited_cents: 40_000, returned_cents: 0 });
    expect(await invoice(next.id)).toMatchObject({ status: 'unpaid', open_cents: 40_000 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

test('late fee waiver: is possible only if a late fee exists or can arise, and the history names the person and the reason', async () => {
  const at = await createOwnerWithUnit(services);
  const tenancy = await createOccupiedTenancy(services, at.property);
  const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000), at.owner);
  const shown = () => readInvoiceDetails(createTestCtx(services, at.owner), { id });
  expect((await shown()).acts).not.toContain('waive');
  await expect(as((ctx) => waiveLateFee(ctx, { id, reason: 'a good tenant' }), at.owner)).rejects.toMatchObject({ failure: 'wrongState' });
  const tiers = [{ grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null }];
  await as((ctx) => setLateFeePolicy(ctx, { property_id: at.property, tenancy_id: null, active: true, tiers, revision: 0 }), at.owner);
  expect((await shown()).acts).toContain('waive');
  const after = await as((ctx) => waiveLateFee(ctx, { id, reason: 'a good tenant' }), at.owner);
  expect(after.history).toMatchObject([{ what: 'waive', reason: 'a good tenant', by: expect.any(String) }]);
  expect(after.acts).not.toContain('waive');
});

test('invoice receipt: lists each payment once with its reference, even if the payment covered several lines', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property);
  const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000, { water: 20_000 }));
  await paid(tenancy, 30_000, 'FT-R1');
  const gone = await paid(tenancy, 10_000, 'FT-R2');
  await as((ctx) => reversePayment(ctx, { id: gone.id, reason: 'The cheque bounced', cause: 'bounced' }));
  await paid(tenancy, 90_000, 'FT-R3');
  expect(await readPaymentsReceived(createTestCtx(services, here.owner), id)).toMatchObject([
    { external: 'FT-R1', how: 'bank', cents: 30_000 },
    { external: 'FT-R3', how: 'bank', cents: 90_000 },
  ]);
});

test('tenant credit: pays invoices in whole shillings only, and the remaining cents stay as credit', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property);
  await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000));
  await paid(tenancy, 150_050, 'FT-C1');
  const next = await as((ctx) => issueRentInvoice(ctx, tenancy, 200_000));
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 50_000, open_cents: 150_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('manual invoice: a quantity times price beyond the limit is refused with its field, in the preview and when it is issued', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property);
  const line = { kind: 'other' as const, label: 'Tiles', qty: 10_000, unit_cents: toCents(100_000_000_000), tax_code: 'A' as const };
  const asked = {
    tenancy_id: tenancy,
    kind: 'ad_hoc' as const,
    due_on: clock.today(),
    period_from: null,
    period_last: null,
    note: '',
    lines: [{ ...line, from: null, last: null }],
  };
  const problem = { extra: { fields: { 'lines.0.qty': expect.stringContaining('KES 1,000,000,000') } } };
  await expect(as((ctx) => previewInvoice(ctx, asked))).rejects.toMatchObject(problem);
  await expect(as((ctx) => createInvoice(ctx, asked))).rejects.toMatchObject(problem);
  const many = { ...asked, lines: Array.from({ length: 50 }, () => ({ ...line, qty: 1, from: null, last: null })) };
  expect(await as((ctx) => previewInvoice(ctx, many))).toMatchObject({ total_cents: 5_000_000_000_000 });
});

test('a credit note and a void of one invoice at the same time: the second one is refused, and the ledger shows one', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property);
  const company = here.owner.me.companyId ?? 0;
  const receivable = () => readAccountBalance(services.database.db, 'M', { code: ledgerAccounts.tenantReceivable, company, tenancy });
  const { id } = await as((ctx) => issueRentInvoice(ctx, tenancy, 100_000));
  const [line] = (await seen(id)).lines;
  const credit = (ctx: ReturnType<typeof createTestCtx>) =>
    creditInvoice(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: toCents(40_000) }], reason: 'the lift stood' });
  const both = await Promise.allSettled([as(credit), as((ctx) => voidInvoice(ctx, { id, reason: 'wrong home' }))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { failure: 'wrongState' } });
  expect(await receivable()).toBe((await invoice(id)).open_cents);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
