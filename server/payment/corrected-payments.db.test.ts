import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { recordPayment } from '#server/collection/record.ts';
import { readTenancyDetails } from '#server/tenancy/tenancy-detail.ts';
import { readTenantDetails } from '#server/tenant/read.ts';
import { readUnitTimeline } from '#server/unit/unit-detail.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as payments from './acts.ts';

let services: TestServices;
let own: OwnerWithUnit;
let tenant: TestPerson;
const reason = 'The clerk is careless';
type Changed = { cents?: ReturnType<typeof toCents>; tenancy_id?: number; on?: string };
const home = async (personId: number | null = null) =>
  createOccupiedTenancy(services, own.property, { unitId: await addUnit(services, own.property) }, personId);
let n = 0;
const record = (tenancy: number) =>
  runAsPerson(services, own.owner, (ctx) =>
    recordPayment(ctx, { how: 'mpesa', tenancy_id: tenancy, cents: toCents(9_000), on: clock.today(), external: `SKC1AA22C${++n}`, note: '' }),
  );
const correct = (id: number, changed: Changed) =>
  runAsPerson(services, own.owner, (ctx) => payments.correctPayment(ctx, { id, cause: 'typed', reason, ...changed }));
const latest = (id: number) => services.database.db.selectFrom('payment').selectAll().where('corrects', '=', id).executeTakeFirstOrThrow();
async function read(by: TestPerson, payment: { unit_id: number | null; tenancy_id: number | null; tenant_id: number | null }) {
  const ctx = createTestCtx(services, by);
  const [unit = 0, tenancy = 0, person = 0] = [payment.unit_id ?? 0, payment.tenancy_id ?? 0, payment.tenant_id ?? 0];
  return {
    unit: (await readUnitTimeline(ctx, { id: unit, page: 1, page_size: 50 })).results.filter(({ event }) => event === 'payment'),
    tenancy: (await readTenancyDetails(ctx, { id: tenancy })).history.filter(({ kind }) => kind === 'payment'),
    tenant: (await readTenantDetails(ctx, { id: person })).corrections,
  };
}

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  own = await createOwnerWithUnit(services);
  tenant = await createPerson(services, 'tenant');
});
afterAll(() => setClock(services, null));

test('corrected payment: the histories of unit, tenancy and tenant show amount and date as they were and are, without the private reason', async () => {
  const first = await record(await home(tenant.id));
  await correct(first.id, { cents: toCents(10_000) });
  const second = await latest(first.id);
  await correct(second.id, { on: addDays(clock.today(), -1) });
  const third = await latest(second.id);
  const seen = await read(own.owner, third);
  const amount = { changes: [{ field: 'cents', old: 9_000, new: 10_000 }] };
  const date = { changes: [{ field: 'paid_on', old: '2027-03-03', new: '2027-03-02' }] };
  const said = (row: { code: string }, what: string) => ({ code: row.code, what, moved_here: false });
  for (const list of [seen.unit, seen.tenancy]) {
    expect(list).toHaveLength(2);
    expect(list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...amount, payment: said(second, 'amount') }),
        expect.objectContaining({ ...date, payment: said(third, 'date') }),
      ]),
    );
  }
  const { name } = await services.database.db.selectFrom('person').select('name').where('id', '=', own.owner.id).executeTakeFirstOrThrow();
  expect(seen.tenant).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...amount, ...said(second, 'amount'), by: name }),
      expect.objectContaining({ ...date, ...said(third, 'date'), by: name }),
    ]),
  );
  expect(JSON.stringify(seen)).not.toContain(reason);
  // The tenant reads the message about it, and not the history of the manager.
  const { history } = await readTenancyDetails(createTestCtx(services, tenant), { id: third.tenancy_id ?? 0 });
  expect(history.filter(({ kind }) => kind === 'payment')).toEqual([]);
});

test('corrected payment: a payment that was moved is in the histories of both homes', async () => {
  const [from, to] = [await home(), await home()];
  const first = await record(from);
  const before = await services.database.db.selectFrom('payment').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
  await correct(first.id, { tenancy_id: to });
  const after = await latest(first.id);
  const [left, came] = [await read(own.owner, before), await read(own.owner, after)];
  expect(left.unit).toMatchObject([{ payment: { code: before.code, what: 'tenant', moved_here: false } }]);
  expect(left.tenancy).toMatchObject([{ payment: { code: before.code, what: 'tenant', moved_here: false } }]);
  expect(came.unit).toMatchObject([{ payment: { code: after.code, what: 'tenant', moved_here: true } }]);
  expect(came.tenancy).toMatchObject([{ payment: { code: after.code, what: 'tenant', moved_here: true } }]);
});

test('corrected payment: staff without the permission to read payments do not see it', async () => {
  const first = await record(await home(tenant.id));
  await correct(first.id, { cents: toCents(11_000) });
  const payment = await latest(first.id);
  const clerk = await createPerson(services, 'staff', ['units.read', 'tenancies.read', 'tenants.read']);
  const colleague = { ...clerk, me: { ...clerk.me, companyId: own.owner.me.companyId } };
  expect(await read(colleague, payment)).toEqual({ unit: [], tenancy: [], tenant: [] });
  const reader = { ...colleague, me: { ...colleague.me, grants: new Set([...colleague.me.grants, 'payments.read' as const]) } };
  const seen = await read(reader, payment);
  expect([seen.unit.length, seen.tenancy.length]).toEqual([1, 1]);
});
