import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, type Day, monthEnd, monthStart } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { addCharge } from '#server/tenancy/service.ts';
import { freezeClock, setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, findFailedInvoiceChecks, payInvoice } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, type createTestCtx, runAsPerson } from '#test/people.ts';
import { waiveLateFee } from '../credit.ts';
import { chargeLateFees, previewLateFees, setLateFeePolicy } from '../late-fees/fees.ts';
import { createInvoice } from '../manual-invoice.ts';
import { sendInvoiceReminders } from '../reminders.ts';
import { issueDueInvoices, issueInvoiceRunChunk, processInvoiceRun, processInvoiceRunChunk, readInvoiceRunFailures } from './run.ts';
import { listMissingInvoices, previewInvoiceRun, readInvoiceRunDetails, resumeInvoiceRun, startInvoiceRun } from './runs.ts';

let services: TestServices;
let here: OwnerWithUnit;
let month: Day;
const as = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>, who = here.owner) => runAsPerson(services, who, work);
const rentOf = (tenancyId: number, of = month) =>
  services.database.db.selectFrom('invoice').selectAll().where('once_key', '=', `rent:${tenancyId}:${of}`).where('status', '<>', 'expired').execute();
const db = () => services.database.db;
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
});
beforeEach(async () => {
  await setClock(services, null);
  month = addMonths(monthStart(await freezeClock(services)), 1);
});

describe('invoice run', () => {
  test('previews warnings, issues each invoice once, and issues only the missing invoices when repeated', async () => {
    const plain = await createOccupiedTenancy(services, here.property);
    const free = await createOccupiedTenancy(services, here.property, { rentCents: 0 });
    const left = await createOccupiedTenancy(services, here.property);
    const preview = await as((ctx) => previewInvoiceRun(ctx, { month, page: 1, page_size: 50 }));
    expect(preview).toMatchObject({ count: 3, invoices: 2, total_cents: 6_000_000, warnings: { zero_rent: 1, nothing: 1 }, running: null });
    const started = await as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [left] }));
    expect(started).toMatchObject({ state: 'running', of: 3, done: 0 });
    await expect(as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }))).rejects.toMatchObject({ failure: 'conflict' });
    await processInvoiceRun(db(), started.id);
    const after = await as((ctx) => readInvoiceRunDetails(ctx, { id: started.id }));
    expect(after).toMatchObject({ state: 'done', done: 3, made: 1, skipped: 2, total_cents: 3_000_000 });
    expect(Object.fromEntries(after.skips.map((skip) => [skip.tenancy.id, skip.why]))).toEqual({ [free]: 'zero_rent', [left]: 'left_out' });
    expect(await rentOf(plain)).toHaveLength(1);
    expect((await as((ctx) => listMissingInvoices(ctx, { month, page: 1, page_size: 50 }))).results.map((row) => row.tenancy.id)).toEqual([left]);
    const again = await as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }));
    await processInvoiceRun(db(), again.id);
    expect(await as((ctx) => readInvoiceRunDetails(ctx, { id: again.id }))).toMatchObject({ made: 1, skipped: 2 });
    expect(await rentOf(plain)).toHaveLength(1);
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });

  test('continues when one tenancy fails, and reports the error for that tenancy', async () => {
    const { property, owner } = await createOwnerWithUnit(services);
    const [good, bad] = [await createOccupiedTenancy(services, property), await createOccupiedTenancy(services, property)];
    // An amount that no constraint allows and that makes the calculation fail.
    await sql`alter table tenancy_term drop constraint tenancy_term_rent_cents_check`.execute(services.database.db);
    const asks = (sum: string) => sql`update tenancy_term set rent_cents = ${sum}::bigint where tenancy_id = ${bad}`.execute(services.database.db);
    await asks('9007199254740993');
    const started = await runAsPerson(services, owner, (ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }));
    await processInvoiceRun(db(), started.id);
    const after = await runAsPerson(services, owner, (ctx) => readInvoiceRunDetails(ctx, { id: started.id }));
    expect(after.skips).toMatchObject([{ tenancy: { id: bad }, why: 'failed', problem: expect.stringContaining('whole cents') }]);
    expect(await rentOf(good)).toHaveLength(1);
    expect(await readInvoiceRunFailures(db(), started.id)).toMatchObject([{ tenancy_id: bad, problem: expect.stringContaining('whole cents') }]);
    await asks('0');
  });

  test('resumes after the process is stopped in its second chunk, and issues each invoice once', async () => {
    const property = (await createOwnerWithUnit(services, here.owner)).property;
    const ids = [];
    for (let n = 0; n < 7; n += 1) ids.push(await createOccupiedTenancy(services, property));
    const started = await as((ctx) => startInvoiceRun(ctx, { month, property_id: property, except: [] }));
    let chunk = 0;
    // The second chunk fails at its end and is rolled back.
    const dies = (on: Db, id: number) =>
      on.transaction().execute(async (tx) => {
        chunk += 1;
        const more = await issueInvoiceRunChunk(tx, id, 3);
        if (chunk === 2) throw new Error('the plug was pulled');
        return more;
      });
    await expect(processInvoiceRun(db(), started.id, dies)).rejects.toThrow('the plug was pulled');
    expect(await as((ctx) => readInvoiceRunDetails(ctx, { id: started.id }))).toMatchObject({
      state: 'stopped',
      done: 3,
      made: 3,
      problem: 'the plug was pulled',
    });
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 0, 0, 0, 0]);
    await as((ctx) => resumeInvoiceRun(ctx, { id: started.id }));
    // Two workers resume the run at the same time.
    const small = (on: Db, id: number) => processInvoiceRunChunk(on, id, 3);
    await Promise.all([processInvoiceRun(db(), started.id, small), processInvoiceRun(db(), started.id, small)]);
    expect(await as((ctx) => readInvoiceRunDetails(ctx, { id: started.id }))).toMatchObject({
      state: 'done',
      done: 7,
      made: 7,
      total_cents: 21_000_000,
    });
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });

  test('issues each invoice once when two runs and a manual invoice are concurrent', async () => {
    const property = (await createOwnerWithUnit(services, here.owner)).property;
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push(await createOccupiedTenancy(services, property));
    const one = await as((ctx) => startInvoiceRun(ctx, { month, property_id: property, except: [] }));
    const two = await as((ctx) => startInvoiceRun(ctx, { month, property_id: null, except: [] }));
    await Promise.all([one, two].map(({ id }) => processInvoiceRun(db(), id)));
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
    const lines = [{ kind: 'rent' as const, label: 'Rent', qty: 1, unit_cents: toCents(100_000), tax_code: 'A' as const, from: null, last: null }];
    const again = {
      tenancy_id: ids[0] ?? 0,
      kind: 'rent' as const,
      due_on: month,
      period_from: month,
      period_last: monthEnd(month),
      lines,
      note: '',
    };
    await expect(as((ctx) => createInvoice(ctx, again))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });

  test('a person of another company gets 404 for an invoice run', async () => {
    const stranger = await createPerson(services, 'owner');
    expect(await as((ctx) => previewInvoiceRun(ctx, { month, page: 1, page_size: 50 }), stranger)).toMatchObject({ count: 0 });
    await expect(as((ctx) => previewInvoiceRun(ctx, { month, property_id: here.property, page: 1, page_size: 50 }), stranger)).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(as((ctx) => readInvoiceRunDetails(ctx, { id: 1 }), stranger)).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('daily invoice jobs', () => {
  test("issue an invoice once for rent due within a week, and include a charge added later in the next month's invoice", async () => {
    const at = await createOwnerWithUnit(services);
    await setClock(services, '2027-03-20T05:00:00Z');
    const tenancy = await createOccupiedTenancy(services, at.property, {
      dueDay: 1,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-03-19' },
    });
    await issueDueInvoices(db());
    expect(await rentOf(tenancy, '2027-04-01')).toHaveLength(0);
    await setClock(services, '2027-03-25T05:00:00Z');
    await issueDueInvoices(db());
    await issueDueInvoices(db());
    expect(await rentOf(tenancy, '2027-04-01')).toMatchObject([{ total_cents: 3_000_000, due_on: '2027-04-01', issued_on: '2027-03-25' }]);
    await setClock(services, '2027-04-10T05:00:00Z');
    await runAsPerson(services, at.owner, (ctx) =>
      addCharge(ctx, { id: tenancy, from: '2027-04-12', label: 'Key', kind: 'other', cents: toCents(50_000), often: 'once' }),
    );
    await setClock(services, '2027-04-26T05:00:00Z');
    await issueDueInvoices(db());
    expect(await rentOf(tenancy, '2027-05-01')).toMatchObject([{ total_cents: 3_050_000 }]);
    await setClock(services, '2027-05-26T05:00:00Z');
    await issueDueInvoices(db());
    expect(await rentOf(tenancy, '2027-06-01')).toMatchObject([{ total_cents: 3_000_000 }]);
  });

  test('send each reminder once, and none while the invoice is disputed or after payment', async () => {
    const at = await createOwnerWithUnit(services);
    await setClock(services, '2027-08-20T05:00:00Z');
    const who = await createPerson(services, 'tenant');
    const tenancy = await createOccupiedTenancy(
      services,
      at.property,
      { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-08-19' } },
      who.id,
    );
    await setClock(services, '2027-08-26T05:00:00Z');
    await issueDueInvoices(db());
    const [invoice] = await rentOf(tenancy, '2027-09-01');
    const days = async () =>
      (
        await services.database.db
          .selectFrom('invoice_reminder')
          .select('days')
          .where('invoice_id', '=', invoice?.id ?? 0)
          .orderBy('days')
          .execute()
      ).map((row) => row.days);
    for (const day of ['2027-08-28', '2027-08-29', '2027-08-29', '2027-09-01', '2027-09-02', '2027-09-03', '2027-09-12']) {
      await setClock(services, `${day}T05:00:00Z`);
      await sendInvoiceReminders(db());
    }
    expect(await days()).toEqual([-3, 0, 1, 7]);
    expect((await listSentNotifications(services, 'invoice.overdue')).filter(({ to }) => to.personId === who.id)).toHaveLength(2);
    await payInvoice(services, invoice?.id ?? 0, 3_000_000);
    await setClock(services, '2027-09-16T05:00:00Z');
    await sendInvoiceReminders(db());
    expect(await days()).toEqual([-3, 0, 1, 7]);
  });

  test('a late fee tier keeps its id when other tiers are removed or added before it', async () => {
    const at = await createOwnerWithUnit(services);
    const step = (grace_days: number, value: number) => ({ grace_days, every: 'once' as const, kind: 'fixed' as const, value, cap_cents: null });
    const policy = { property_id: null, tenancy_id: null, active: true };
    const put = (tiers: Parameters<typeof setLateFeePolicy>[1]['tiers'], revision: number) =>
      runAsPerson(services, at.owner, async (ctx) => (await setLateFeePolicy(ctx, { ...policy, tiers, revision })).tiers.map(({ id }) => id));
    const [a = 0, b = 0] = await put([step(5, 100), step(9, 200)], 0);
    expect(a).not.toBe(b);
    // A tier is identified by its id, or by its position if it has none. An unknown id is a new tier.
    expect(await put([{ ...step(9, 300), id: b }], 1)).toEqual([b]);
    expect(await put([step(9, 400)], 2)).toEqual([b]);
    const [fresh, kept, other] = await put(
      [
        { ...step(2, 50), id: null },
        { ...step(9, 400), id: b },
        { ...step(20, 60), id: a },
      ],
      3,
    );
    expect(kept).toBe(b);
    expect([a, b].includes(fresh ?? a) || [a, b].includes(other ?? a)).toBe(false);
  });

  test('charge late fees by the most specific policy, once per tier, and none after a waiver', async () => {
    const at = await createOwnerWithUnit(services);
    await setClock(services, '2027-10-20T05:00:00Z');
    const tenancy = await createOccupiedTenancy(services, at.property, { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-10-19' } });
    await setClock(services, '2027-10-26T05:00:00Z');
    await issueDueInvoices(db());
    const [invoice] = await rentOf(tenancy, '2027-11-01');
    const id = invoice?.id ?? 0;
    const tiers = [{ grace_days: 5, every: 'weekly' as const, kind: 'percent' as const, value: 500, cap_cents: toCents(200_000) }];
    const policy = { property_id: null, tenancy_id: null, active: true, tiers, revision: 0 };
    await runAsPerson(services, at.owner, (ctx) => setLateFeePolicy(ctx, policy));
    await expect(runAsPerson(services, at.owner, (ctx) => setLateFeePolicy(ctx, policy))).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(services, '2027-11-06T05:00:00Z');
    expect(await chargeLateFees(db())).toBe(0);
    await setClock(services, '2027-11-07T05:00:00Z');
    expect(await runAsPerson(services, at.owner, (ctx) => previewLateFees(ctx, { property_id: null, tiers: null }))).toMatchObject({
      count: 1,
      total_cents: 150_000,
    });
    // The company's tiers have no effect if the property's own policy is inactive.
    const off = { property_id: at.property, tenancy_id: null, active: false, tiers, revision: 0 };
    await runAsPerson(services, at.owner, (ctx) => setLateFeePolicy(ctx, off));
    expect(await runAsPerson(services, at.owner, (ctx) => previewLateFees(ctx, { property_id: null, tiers }))).toMatchObject({
      count: 0,
      total_cents: 0,
    });
    expect(await runAsPerson(services, at.owner, (ctx) => previewLateFees(ctx, { property_id: at.property, tiers }))).toMatchObject({
      count: 1,
    });
    await runAsPerson(services, at.owner, (ctx) => setLateFeePolicy(ctx, { ...off, active: true, revision: 1 }));
    expect([await chargeLateFees(db()), await chargeLateFees(db())]).toEqual([1, 0]);
    await setClock(services, '2027-11-14T05:00:00Z');
    expect(await chargeLateFees(db())).toBe(1);
    const fees = await services.database.db
      .selectFrom('late_fee')
      .select(['cents', 'fee_invoice_id'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute();
    expect(fees.map((fee) => fee.cents)).toEqual([150_000, 50_000]);
    const after = await runAsPerson(services, at.owner, (ctx) => waiveLateFee(ctx, { id, reason: 'a good tenant' }));
    expect(after.late_fees).toHaveLength(2);
    const open = await services.database.db
      .selectFrom('invoice')
      .select('open_cents')
      .where('kind', '=', 'late_fee')
      .where('tenancy_id', '=', tenancy)
      .execute();
    expect(open.map((one) => one.open_cents)).toEqual([0, 0]);
    expect(await findFailedInvoiceChecks(services)).toEqual([]);
  });

  test('a tenancy with an opening balance gets an invoice for that balance at once', async () => {
    const unitId = await addUnit(services, here.property);
    const tenancy = await createOccupiedTenancy(services, here.property, {
      unitId,
      opening: { balance_cents: 1_250_000, deposit_held_cents: 0, as_of: addDays(clock.today(), -1) },
    });
    expect(await services.database.db.selectFrom('invoice').select(['kind', 'total_cents']).where('tenancy_id', '=', tenancy).execute()).toEqual([
      { kind: 'ad_hoc', total_cents: 1_250_000 },
    ]);
  });
});
