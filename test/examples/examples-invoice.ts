import { lineOf } from '#contract/invoice/lines.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthStart } from '#contract/time/days.ts';
import { issue } from '#server/invoice/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addProperty, addUnit } from '#test/worlds/market.ts';

/** The owner the sweep asks as is the first of them, and the tenant too. */
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
async function home(house: House): Promise<number> {
  const owner = await first(house, 4);
  const mine = await house.database.db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine?.id ?? addProperty(house, owner.company_id ?? 0);
}
/** Somebody lives there; with an account, it is the first tenant. */
async function tenancy(house: House, personId: number | null = null): Promise<number> {
  const property = await home(house);
  const { company_id } = await house.database.db.selectFrom('property').select('company_id').where('id', '=', property).executeTakeFirstOrThrow();
  const id = await livedIn(house, property, { unitId: await addUnit(house, property) });
  if (personId !== null) {
    const known = await house.database.db
      .selectFrom('tenant')
      .select('id')
      .where('company_id', '=', company_id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    const tenant =
      known ??
      (await house.database.db
        .insertInto('tenant')
        .values({ company_id, person_id: personId, name: 'Wanjiru' })
        .returning('id')
        .executeTakeFirstOrThrow());
    await house.database.db.updateTable('tenancy_person').set({ tenant_id: tenant.id }).where('tenancy_id', '=', id).execute();
  }
  return id;
}
async function invoice(
  house: House,
  kind: 'ad_hoc' | 'late_fee' = 'ad_hoc',
  personId: number | null = null,
): Promise<{ id: number; tenancy_id: number }> {
  const tenancy_id = await tenancy(house, personId);
  const row = await house.database.db
    .selectFrom('tenancy')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .select(['company_id', 'property_id', 'unit_id', 'tenant_id'])
    .where('tenancy.id', '=', tenancy_id)
    .executeTakeFirstOrThrow();
  const { id } = await house.database.db.transaction().execute((tx) =>
    issue(atClock(tx), {
      ...{
        companyId: row.company_id,
        agentCompanyId: null,
        propertyId: row.property_id,
        unitId: row.unit_id,
        tenancyId: tenancy_id,
        bookingId: null,
      },
      ...{ tenantId: row.tenant_id, kind, onceKey: null, periodFrom: null, periodLast: null, dueOn: addDays(clock.today(), 5), home: 'A home' },
      lines: [lineOf({ kind: 'service', label: 'Cleaning', unit_cents: 100_000 }, clock.today())],
    }),
  );
  return { id, tenancy_id };
}
const byLink = async (house: House) => {
  const { id } = await invoice(house);
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, token };
};
const dueOn = () => addDays(clock.today(), 7);
const month = () => monthStart(clock.today());
const manual = async (house: House) => ({
  tenancy_id: await tenancy(house),
  due_on: dueOn(),
  lines: [{ kind: 'service', label: 'Cleaning', qty: 2, unit_cents: 50_000, tax_code: 'A' }],
});
const charge = async (house: House) => ({
  tenancy_ids: [await tenancy(house), await tenancy(house)],
  kind: 'security',
  label: 'Guards',
  due_on: dueOn(),
  cents: 100_000,
});
const reason = 'It was asked for twice';
const theirs = async (house: House) => invoice(house, 'ad_hoc', (await first(house, 0)).id);

/** As whoever changes it next has read it. */
const revisionOf = async (house: House, table: 'invoice_setting' | 'late_fee_policy'): Promise<number> =>
  (
    await house.database.db
      .selectFrom(table)
      .select('revision')
      .where('company_id', '=', (await first(house, 4)).company_id ?? 0)
      .executeTakeFirst()
  )?.revision ?? 0;

const examples: Readonly<Record<string, Example>> = {
  'invoice.all': async (house) => {
    await invoice(house);
    return { page: 1 };
  },
  'invoice.mine': async () => ({ page: 1 }),
  'invoice.ofTenancy': async (house) => ({ tenancy_id: (await invoice(house)).tenancy_id, page: 1 }),
  'invoice.due': async (house) => ({ tenancy_id: (await invoice(house)).tenancy_id }),
  'invoice.counts': async () => ({}),
  'invoice.sums': async () => ({}),
  'invoice.ageing': async () => ({}),
  'invoice.months': async () => ({}),
  'invoice.csv': async () => ({}),
  'invoice.missing': async () => ({ month: month(), page: 1 }),
  'invoice.details': async (house) => ({ id: (await invoice(house)).id }),
  'invoice.paper': async (house) => ({ id: (await invoice(house)).id }),
  'invoice.look': byLink,
  'invoice.lookPaper': byLink,
  'invoice.preview': manual,
  'invoice.create': manual,
  'invoice.void': async (house) => ({ id: (await invoice(house)).id, reason }),
  'invoice.credit': async (house) => {
    const { id } = await invoice(house);
    const line = await house.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
    return { id, lines: [{ line_id: line.id, cents: 20_000 }], reason };
  },
  'invoice.writeOff': async (house) => ({ id: (await invoice(house)).id, reason }),
  'invoice.waive': async (house) => ({ id: (await invoice(house, 'late_fee')).id, reason }),
  'invoice.send': async (house) => ({ id: (await invoice(house)).id }),
  'invoice.dispute': async (house) => ({ id: (await theirs(house)).id, reason }),
  'invoice.settleDispute': async (house) => {
    const { id } = await theirs(house);
    const dispute = JSON.stringify({ reason, by: null, at: clock.now().toISOString() });
    await house.database.db.updateTable('invoice').set({ disputed_at: clock.now(), dispute }).where('id', '=', id).execute();
    return { id, outcome: 'It stands' };
  },
  'invoice.read': async (house) => {
    const { id } = await invoice(house);
    const note = await house.database.db
      .insertInto('credit_note')
      .values({ invoice_id: id, kind: 'credit', unpaid_cents: cents(100), paid_cents: cents(0), reason })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: note.id };
  },
  'invoice.runPreview': async (house) => {
    await tenancy(house);
    return { month: month(), page: 1 };
  },
  'invoice.runStart': async (house) => ({ month: month(), property_id: await addProperty(house, (await first(house, 4)).company_id ?? 0) }),
  'invoice.run': async (house) => ({ id: await aRun(house) }),
  'invoice.runResume': async (house) => ({ id: await aRun(house) }),
  'invoice.runs': async () => ({ page: 1 }),
  'invoice.batchPreview': charge,
  'invoice.batch': charge,
  'invoice.splitPreview': async (house) => ({ ...(await charge(house)), by: 'equal' }),
  'invoice.split': async (house) => ({ ...(await charge(house)), by: 'equal' }),
  'invoice.setting': async () => ({}),
  'invoice.set': async (house) => ({ auto: false, days_before: 5, bills_from: null, revision: await revisionOf(house, 'invoice_setting') }),
  'invoice.setPolicy': async (house) => ({
    tiers: [{ grace_days: 3, every: 'once', kind: 'fixed', value: 50_000 }],
    revision: await revisionOf(house, 'late_fee_policy'),
  }),
  'invoice.feePreview': async () => ({}),
};
let months = 0;
async function aRun(house: House): Promise<number> {
  const owner = await first(house, 4);
  months += 1;
  const { id } = await house.database.db
    .insertInto('invoice_run')
    .values({ company_id: owner.company_id, month: `20${30 + months}-01-01`, problem: 'It was stopped' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const asTenant = ['invoice.mine', 'invoice.dispute', 'invoice.settleDispute'];

export const roomExamples: RoomExamples = {
  examples,
  askers: Object.fromEntries(Object.keys(examples).map((key) => [key, asTenant.includes(key) ? ('tenant' as const) : ('owner' as const)])),
};
