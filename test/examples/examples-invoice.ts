import { calculateInvoiceLine } from '#contract/invoice/lines.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthStart } from '#contract/time/days.ts';
import { issueInvoice } from '#server/invoice/service.ts';
import { asClock } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addProperty, addUnit } from '#test/fixtures/market.ts';

/** The first owner and the first tenant, whose accounts the sweep uses. */
const first = (services: TestServices, user_type: number) =>
  services.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
async function home(services: TestServices): Promise<number> {
  const owner = await first(services, 4);
  const mine = await services.database.db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine?.id ?? addProperty(services, owner.company_id ?? 0);
}
/** The unit is occupied; a tenant with an account is the first tenant. */
async function tenancy(services: TestServices, personId: number | null = null): Promise<number> {
  const property = await home(services);
  const { company_id } = await services.database.db.selectFrom('property').select('company_id').where('id', '=', property).executeTakeFirstOrThrow();
  const id = await createOccupiedTenancy(services, property, { unitId: await addUnit(services, property) });
  if (personId !== null) {
    const known = await services.database.db
      .selectFrom('tenant')
      .select('id')
      .where('company_id', '=', company_id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    const tenant =
      known ??
      (await services.database.db
        .insertInto('tenant')
        .values({ company_id, person_id: personId, name: 'Wanjiru' })
        .returning('id')
        .executeTakeFirstOrThrow());
    await services.database.db.updateTable('tenancy_person').set({ tenant_id: tenant.id }).where('tenancy_id', '=', id).execute();
  }
  return id;
}
async function invoice(
  services: TestServices,
  kind: 'ad_hoc' | 'late_fee' = 'ad_hoc',
  personId: number | null = null,
): Promise<{ id: number; tenancy_id: number }> {
  const tenancy_id = await tenancy(services, personId);
  const row = await services.database.db
    .selectFrom('tenancy')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .select(['company_id', 'property_id', 'unit_id', 'tenant_id'])
    .where('tenancy.id', '=', tenancy_id)
    .executeTakeFirstOrThrow();
  const { id } = await services.database.db.transaction().execute((tx) =>
    issueInvoice(asClock(tx), {
      companyId: row.company_id,
      agentCompanyId: null,
      propertyId: row.property_id,
      unitId: row.unit_id,
      tenancyId: tenancy_id,
      bookingId: null,
      tenantId: row.tenant_id,
      kind,
      onceKey: null,
      periodFrom: null,
      periodLast: null,
      dueOn: addDays(clock.today(), 5),
      home: 'A home',
      lines: [calculateInvoiceLine({ kind: 'service', label: 'Cleaning', unit_cents: 100_000 }, clock.today())],
    }),
  );
  return { id, tenancy_id };
}
const byLink = async (services: TestServices) => {
  const { id } = await invoice(services);
  const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, token };
};
const dueOn = () => addDays(clock.today(), 7);
const month = () => monthStart(clock.today());
const manual = async (services: TestServices) => ({
  tenancy_id: await tenancy(services),
  due_on: dueOn(),
  lines: [{ kind: 'service', label: 'Cleaning', qty: 2, unit_cents: 50_000, tax_code: 'A' }],
});
const charge = async (services: TestServices) => ({
  tenancy_ids: [await tenancy(services), await tenancy(services)],
  kind: 'security',
  label: 'Guards',
  due_on: dueOn(),
  cents: 100_000,
});
const reason = 'It was asked for twice';
const theirs = async (services: TestServices) => invoice(services, 'ad_hoc', (await first(services, 0)).id);

/** The revision that the next editor has read. */
const revisionOf = async (services: TestServices, table: 'invoice_setting' | 'late_fee_policy'): Promise<number> =>
  (
    await services.database.db
      .selectFrom(table)
      .select('revision')
      .where('company_id', '=', (await first(services, 4)).company_id ?? 0)
      .executeTakeFirst()
  )?.revision ?? 0;

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'invoice.list': async (services) => {
    await invoice(services);
    return { page: 1 };
  },
  'invoice.listMine': async () => ({ page: 1 }),
  'invoice.listOfTenancy': async (services) => ({ tenancy_id: (await invoice(services)).tenancy_id, page: 1 }),
  'invoice.balanceDue': async (services) => ({ tenancy_id: (await invoice(services)).tenancy_id }),
  'invoice.counts': async () => ({}),
  'invoice.totals': async () => ({}),
  'invoice.ageing': async () => ({}),
  'invoice.monthlyTotals': async () => ({}),
  'invoice.csv': async () => ({}),
  'invoice.missingInvoices': async () => ({ month: month(), page: 1 }),
  'invoice.details': async (services) => ({ id: (await invoice(services)).id }),
  'invoice.pdfLink': async (services) => ({ id: (await invoice(services)).id }),
  'invoice.publicDetails': byLink,
  'invoice.publicPdfLink': byLink,
  'invoice.preview': manual,
  'invoice.create': manual,
  'invoice.void': async (services) => ({ id: (await invoice(services)).id, reason }),
  'invoice.credit': async (services) => {
    const { id } = await invoice(services);
    const line = await services.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
    return { id, lines: [{ line_id: line.id, cents: 20_000 }], reason };
  },
  'invoice.writeOff': async (services) => ({ id: (await invoice(services)).id, reason }),
  'invoice.waive': async (services) => ({ id: (await invoice(services, 'late_fee')).id, reason }),
  'invoice.send': async (services) => ({ id: (await invoice(services)).id }),
  'invoice.dispute': async (services) => ({ id: (await theirs(services)).id, reason }),
  'invoice.settleDispute': async (services) => {
    const { id } = await theirs(services);
    const dispute = JSON.stringify({ reason, by: null, at: clock.now().toISOString() });
    await services.database.db.updateTable('invoice').set({ disputed_at: clock.now(), dispute }).where('id', '=', id).execute();
    return { id, outcome: 'It stands' };
  },
  'invoice.creditNotePdfLink': async (services) => {
    const { id } = await invoice(services);
    const note = await services.database.db
      .insertInto('credit_note')
      .values({ invoice_id: id, kind: 'credit', unpaid_cents: toCents(100), paid_cents: toCents(0), reason })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: note.id };
  },
  'invoice.previewInvoiceRun': async (services) => {
    await tenancy(services);
    return { month: month(), page: 1 };
  },
  'invoice.startInvoiceRun': async (services) => {
    const property_id = await addProperty(services, (await first(services, 4)).company_id ?? 0);
    await createOccupiedTenancy(services, property_id);
    return { month: month(), property_id };
  },
  'invoice.invoiceRunDetails': async (services) => ({ id: await aRun(services) }),
  'invoice.previewVoidRun': async (services) => ({ id: await aFinishedRun(services) }),
  'invoice.voidRun': async (services) => ({ id: await aFinishedRun(services), reason, count: 1 }),
  'invoice.previewRentCorrection': async (services) => ({ tenancy_id: await tenancy(services), rent_cents: 2_500_000, from: clock.today() }),
  'invoice.correctRent': async (services) => ({
    tenancy_id: await tenancy(services),
    rent_cents: 2_500_000,
    from: clock.today(),
    reason,
    credit_cents: 0,
    charge_cents: 0,
  }),
  'invoice.resumeInvoiceRun': async (services) => ({ id: await aRun(services) }),
  'invoice.listInvoiceRuns': async () => ({ page: 1 }),
  'invoice.previewBatchCharge': charge,
  'invoice.batchCharge': charge,
  'invoice.previewSplitCost': async (services) => ({ ...(await charge(services)), by: 'equal' }),
  'invoice.splitCost': async (services) => ({ ...(await charge(services)), by: 'equal' }),
  'invoice.invoiceSettings': async () => ({}),
  'invoice.updateInvoiceSettings': async (services) => ({
    auto: false,
    days_before: 5,
    bills_from: null,
    revision: await revisionOf(services, 'invoice_setting'),
  }),
  'invoice.setFeePolicy': async (services) => ({
    tiers: [{ grace_days: 3, every: 'once', kind: 'fixed', value: 50_000 }],
    revision: await revisionOf(services, 'late_fee_policy'),
  }),
  'invoice.previewLateFees': async () => ({}),
};
let months = 0;
async function aRun(services: TestServices): Promise<number> {
  const owner = await first(services, 4);
  months += 1;
  const { id } = await services.database.db
    .insertInto('invoice_run')
    .values({ company_id: owner.company_id, month: `20${30 + months}-01-01`, problem: 'It was stopped' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** A complete run with one unpaid invoice. */
async function aFinishedRun(services: TestServices): Promise<number> {
  const [id, made] = [await aRun(services), await invoice(services)];
  const { db } = services.database;
  await db.updateTable('invoice_run').set({ finished_at: clock.now(), problem: null, made: 1 }).where('id', '=', id).execute();
  await db.updateTable('invoice').set({ run_id: id }).where('id', '=', made.id).execute();
  return id;
}
const asTenant = ['invoice.listMine', 'invoice.dispute', 'invoice.settleDispute'];

export const moduleExamples: ModuleExamples = {
  examples,
  askers: Object.fromEntries(Object.keys(examples).map((key) => [key, asTenant.includes(key) ? ('tenant' as const) : ('owner' as const)])),
};
