import { expect, test } from 'vitest';
import { calculateInvoiceLine } from '#contract/invoice/lines.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthEnd } from '#contract/time/days.ts';
import { type InvoiceDraft, issueMany } from '#server/invoice/service.ts';
import {
  ashaUser,
  createTestTenancy,
  createTestUnit,
  emptyOpeningBalance,
  newTenantInput,
  runAs,
  setTestDay,
  setUpTenancyTests,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { m } from '#words/messages.js';
import { meterQueryService, meterService, meterUtilityService, readUnbilledCharges } from './service.ts';

setUpTenancyTests();
const meters = () => meterService(testServices);
const asks = () => meterQueryService(testServices);
const owner = <T>(work: Parameters<typeof runAs<T>>[1]) => runAs(testPlace.owner, work);
const water = [{ label: 'Water', kind: 'water' as const, cents: null, often: 'monthly' as const }];
const shape = { place: '', multiplier: 1, digits: 4, sealed_on: null };
const read = (meter_id: number, month: string, value: number) =>
  owner((ctx) => meters().addReading(ctx, { meter_id, month, value, on_day: monthEnd(`${month}-01`), handover: false, rolled: false, note: '' }));
const lock = async (month: string) => {
  for (const move of ['review', 'lock'] as const)
    await owner((ctx) => meters().changeCycleStatus(ctx, { property_id: testPlace.property, kind: 'water', month, move, without: false }));
};
const due = (tenancyId: number) => readUnbilledCharges(testServices.database.db, { tenancyIds: [tenancyId], last: '2027-12-31' });
/** A unit with metered water at KES 100 a unit since March, and its tenancy. */
async function home(number: string | null, mine = false) {
  const unitId = await createTestUnit();
  const { id } = await createTestTenancy({
    unitId,
    opening: emptyOpeningBalance(),
    charges: water,
    ...(mine ? {} : { people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] }),
  });
  const made =
    number === null
      ? null
      : await owner((ctx) =>
          meters().create(ctx, {
            property_id: testPlace.property,
            kind: 'water',
            unit_id: unitId,
            number,
            initial: 100_000,
            installed_on: '2027-02-28',
            prepaid: false,
            ...shape,
          }),
        );
  return { unitId, tenancy: id, meter: made?.id ?? 0 };
}
const tariff = () =>
  owner((ctx) =>
    meterUtilityService.addTariff(ctx, {
      property_id: testPlace.property,
      kind: 'water',
      valid_from: '2027-01-01',
      bands: [{ upto: null, rate_cents: toCents(10_000) }],
      fixed_cents: toCents(0),
      minimum_cents: toCents(0),
      tax_code: 'A',
      note: '',
    }),
  );
const invoiceOf = async (tenancyId: number, readings: readonly number[]): Promise<InvoiceDraft> => {
  const row = await testServices.database.db
    .selectFrom('tenancy')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .select(['company_id', 'property_id', 'unit_id', 'tenant_id'])
    .where('tenancy.id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  return {
    companyId: row.company_id,
    agentCompanyId: null,
    propertyId: row.property_id,
    unitId: row.unit_id,
    tenancyId,
    bookingId: null,
    tenantId: row.tenant_id,
    kind: 'rent',
    onceKey: null,
    periodFrom: null,
    periodLast: null,
    dueOn: addDays(clock.today(), 5),
    home: 'A1',
    lines: [
      calculateInvoiceLine({ kind: 'rent', unit_cents: 3_000_000 }, clock.today()),
      calculateInvoiceLine({ kind: 'water', unit_cents: 100_000, readings: [...readings] }, clock.today()),
    ],
  };
};

test('moved meter: each unit pays only for the usage while the meter was installed in that unit', async () => {
  await tariff();
  const [old, next] = [await home('W-1'), await home(null)];
  await setTestDay('2027-04-02');
  const moved = await owner((ctx) =>
    meters().replace(ctx, {
      id: old.meter,
      on_day: '2027-03-11',
      final: 104_000,
      rolled: false,
      number: 'W-1',
      initial: 104_000,
      unit_id: next.unitId,
      ...shape,
    }),
  );
  expect(moved).toMatchObject({ unit: { id: next.unitId }, replaces: null, status: 'active' });
  await read(moved.id, '2027-03', 110_000);
  await lock('2027-03');
  expect(await due(old.tenancy)).toMatchObject([{ used: 4_000, cents: 40_000, from: '2027-03-01', last: '2027-03-11' }]);
  expect(await due(next.tenancy)).toMatchObject([{ used: 6_000, cents: 60_000, from: '2027-03-12', last: '2027-03-31' }]);
});

test('moved meter: a meter with readings cannot change its unit without a final reading', async () => {
  const [old, next] = [await home('W-2'), await home(null)];
  await setTestDay('2027-04-02');
  await read(old.meter, '2027-03', 104_000);
  const given = { id: old.meter, number: 'W-2', unit_id: next.unitId, ...shape, prepaid: false, revision: undefined };
  await expect(owner((ctx) => meters().update(ctx, given))).rejects.toMatchObject({ extra: { fields: { unit_id: m.meter_problem_moved() } } });
});

test('reading query: a query raised during an invoice run excludes the disputed reading, while the rent is still billed', async () => {
  await tariff();
  const { tenancy, meter } = await home('W-3', true);
  await setTestDay('2027-04-02');
  await read(meter, '2027-03', 110_000);
  await lock('2027-03');
  const [line] = await due(tenancy);
  const planned = await invoiceOf(tenancy, line?.readingIds ?? []);
  await runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line?.readingIds[0] ?? 0, text: 'I was away', value: null }));
  const [made] = await owner((ctx) => issueMany(ctx, [planned]));
  expect(made?.totalCents).toBe(3_000_000);
});

test('reading query: a query about a billed reading puts the invoice in dispute until answered', async () => {
  await tariff();
  const { tenancy, meter } = await home('W-4', true);
  await setTestDay('2027-04-02');
  await read(meter, '2027-03', 110_000);
  await lock('2027-03');
  const [line] = await due(tenancy);
  const planned = await invoiceOf(tenancy, line?.readingIds ?? []);
  const [made] = await owner((ctx) => issueMany(ctx, [planned]));
  const disputed = async () =>
    (
      await testServices.database.db
        .selectFrom('invoice')
        .select('dispute')
        .where('id', '=', made?.id ?? 0)
        .executeTakeFirstOrThrow()
    ).dispute;
  const query = await runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line?.readingIds[0] ?? 0, text: 'I was away', value: null }));
  expect(await disputed()).toMatchObject({ reason: 'I was away' });
  await owner((ctx) => asks().answer(ctx, { id: query.id, answer: 'It leaks', value: null }));
  expect(await disputed()).toBeNull();
});

test('reading query: after a correction, only the corrected reading can be queried', async () => {
  await tariff();
  const { tenancy, meter } = await home('W-5', true);
  await setTestDay('2027-04-02');
  await read(meter, '2027-03', 110_000);
  await lock('2027-03');
  const mine = () => runAs(ashaUser, (ctx) => asks().listMine(ctx, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } }));
  const [line] = (await mine()).results;
  const query = await runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line?.id ?? 0, text: 'It shows 105', value: 105_000 }));
  await owner((ctx) => asks().answer(ctx, { id: query.id, answer: 'You are right', value: 105_000 }));
  expect((await mine()).results.map(({ corrects, ask_until }) => [corrects, ask_until !== null]).toSorted()).toEqual([
    [false, false],
    [true, true],
  ]);
});
