import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { recordPayment } from '#server/collection/record.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { readInvoiceDetails } from '../invoice-detail.ts';
import { processInvoiceRun } from '../runs/run.ts';
import { startInvoiceRun } from '../runs/runs.ts';
import { correctRent, previewRentCorrection } from './rent-correction.ts';
import { previewVoidRun, processRunVoid, voidRun, voidRunChunk } from './void-run.ts';

let services: TestServices;
let here: OwnerWithUnit;
const today = '2027-03-10';
const as = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>) => runAsPerson(services, here.owner, work);
const seen = (id: number) => readInvoiceDetails(createTestCtx(services, here.owner), { id });
const invoicesOf = (tenancy: number) =>
  services.database.db.selectFrom('invoice').selectAll().where('tenancy_id', '=', tenancy).orderBy('id').execute();
async function run(month: string): Promise<number> {
  const started = await as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }));
  await processInvoiceRun(services.database.db, started.id);
  return started.id;
}
const pay = (tenancyId: number, sum: number, external: string) =>
  as((ctx) => recordPayment(ctx, { how: 'bank', external, note: '', tenancy_id: tenancyId, cents: toCents(sum), on: today }));
/** A tenancy since January with a rent of 30,000, and rent invoices of March and April. */
async function place() {
  here = await createOwnerWithUnit(services);
  const tenancy = await createOccupiedTenancy(services, here.property, {
    startsOn: '2027-01-01',
    endsOn: '2028-01-01',
    opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-02-28' },
  });
  return tenancy;
}
const wrong = (tenancy_id: number, rent: number, from: string) => ({ tenancy_id, rent_cents: toCents(rent), from });

beforeAll(async () => {
  services = await createTestServices();
});
beforeEach(() => setClock(services, `${today}T09:00:00+03:00`));
afterEach(() => setClock(services, null));

describe('rent correction', () => {
  test('credits the open invoices of the period in one act, and names a paid one without changing it', async () => {
    const tenancy = await place();
    await run('2027-03-01');
    await pay(tenancy, 3_000_000, 'FT-RW1');
    await run('2027-04-01');
    const [march, april] = await invoicesOf(tenancy);
    expect([march?.status, april?.status]).toEqual(['paid', 'unpaid']);
    const asked = wrong(tenancy, 2_500_000, '2027-03-01');
    const shown = await as((ctx) => previewRentCorrection(ctx, asked));
    expect(shown).toMatchObject({
      was_cents: 3_000_000,
      credit_cents: 500_000,
      charge_cents: 0,
      rows: [
        { invoice: { id: march?.id }, outcome: 'paid', cents: 500_000 },
        { invoice: { id: april?.id }, outcome: 'credit', cents: 500_000 },
      ],
    });
    expect(shown.told.map((one) => one.heading)).toEqual([expect.stringContaining('KES 25,000'), expect.stringContaining('KES 5,000')]);
    const act = { ...asked, reason: 'Typed wrongly', charge_cents: 0 };
    await expect(as((ctx) => correctRent(ctx, { ...act, credit_cents: 400_000 }))).rejects.toMatchObject({ failure: 'conflict' });
    await as((ctx) => correctRent(ctx, { ...act, credit_cents: 500_000 }));
    expect(await seen(april?.id ?? 0)).toMatchObject({ open_cents: 2_500_000, credited_cents: 500_000, credit_notes: [{ reason: 'Typed wrongly' }] });
    expect(await seen(march?.id ?? 0)).toMatchObject({ status: invoiceStatuses.paid, credited_cents: 0 });
    await expect(as((ctx) => correctRent(ctx, { ...act, credit_cents: 500_000 }))).rejects.toMatchObject({ failure: 'invalid' });
    await run('2027-05-01');
    expect((await invoicesOf(tenancy)).at(-1)).toMatchObject({ total_cents: 2_500_000 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('a higher rent keeps the notice, and charges the invoices after it with a new invoice', async () => {
    here = await createOwnerWithUnit(services);
    const tenancy = await createOccupiedTenancy(services, here.property, {
      startsOn: '2027-01-01',
      endsOn: null,
      termType: 'periodic',
      noticeDays: 30,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-02-28' },
    });
    await run('2027-05-01');
    await expect(as((ctx) => previewRentCorrection(ctx, wrong(tenancy, 3_200_000, '2027-03-01')))).rejects.toMatchObject({
      extra: { fields: { from: expect.stringContaining('notice') } },
    });
    const asked = wrong(tenancy, 3_200_000, '2027-05-01');
    expect(await as((ctx) => previewRentCorrection(ctx, asked))).toMatchObject({ credit_cents: 0, charge_cents: 200_000 });
    await as((ctx) => correctRent(ctx, { ...asked, reason: 'Typed wrongly', credit_cents: 0, charge_cents: 200_000 }));
    expect(await invoicesOf(tenancy)).toMatchObject([{ total_cents: 3_000_000 }, { total_cents: 200_000, kind: 'ad_hoc' }]);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('a person of another company finds no tenancy to correct', async () => {
    const tenancy = await place();
    const stranger = await createPerson(services, 'owner');
    await expect(runAsPerson(services, stranger, (ctx) => previewRentCorrection(ctx, wrong(tenancy, 2_500_000, '2027-03-01')))).rejects.toMatchObject(
      { failure: 'notFound' },
    );
  });
});

describe('voiding an invoice run', () => {
  test('voids every invoice without payment, names the others, and leaves the month free for a new run', async () => {
    const paid = await place();
    const open = await createOccupiedTenancy(services, here.property, { startsOn: '2027-01-01' });
    const id = await run('2027-03-01');
    await pay(paid, 1_000_000, 'FT-VR1');
    const shown = await as((ctx) => previewVoidRun(ctx, { id }));
    // The messages that voiding sends, in full.
    const code = (await invoicesOf(open))[0]?.code ?? '';
    expect(shown.told).toMatchObject([{ heading: `Invoice ${code} was voided`, message: expect.stringContaining('You do not need to pay') }]);
    expect(shown).toMatchObject({ count: 1, kept_count: 1, kept: [{ invoice: { id: (await invoicesOf(paid))[0]?.id }, why: 'paid' }] });
    const stranger = await createPerson(services, 'owner');
    await expect(runAsPerson(services, stranger, (ctx) => previewVoidRun(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as((ctx) => voidRun(ctx, { id, reason: 'wrong month', count: 2 }))).rejects.toMatchObject({ failure: 'conflict' });
    await as((ctx) => voidRun(ctx, { id, reason: 'wrong month', count: 1 }));
    await expect(as((ctx) => voidRun(ctx, { id, reason: 'wrong month', count: 1 }))).rejects.toMatchObject({ failure: 'wrongState' });
    await Promise.all([processRunVoid(services.database.db, id), processRunVoid(services.database.db, id)]);
    expect(await invoicesOf(open)).toMatchObject([{ status: 'expired' }]);
    expect(await invoicesOf(paid)).toMatchObject([{ status: 'active' }]);
    await run('2027-03-01');
    expect((await invoicesOf(open)).map((row) => row.status)).toEqual(['expired', 'unpaid']);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('continues after the process is stopped between two batches, and voids each invoice once', async () => {
    const first = await place();
    const others = [await createOccupiedTenancy(services, here.property), await createOccupiedTenancy(services, here.property)];
    const id = await run('2027-03-01');
    await as((ctx) => voidRun(ctx, { id, reason: 'wrong month', count: 3 }));
    let batch = 0;
    const dies = async (db: Parameters<typeof voidRunChunk>[0], runId: number) => {
      batch += 1;
      if (batch === 2) throw new Error('the plug was pulled');
      return voidRunChunk(db, runId, 1);
    };
    await expect(processRunVoid(services.database.db, id, dies)).rejects.toThrow('the plug was pulled');
    await processRunVoid(services.database.db, id);
    for (const tenancy of [first, ...others]) expect(await invoicesOf(tenancy)).toMatchObject([{ status: 'expired' }]);
    const row = await services.database.db.selectFrom('invoice_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ voided: 3, void_problem: null });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});
