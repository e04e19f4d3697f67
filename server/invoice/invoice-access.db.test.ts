import { beforeAll, expect, test } from 'vitest';
import type { TenancyPersonRole } from '#contract/tenancy/kinds.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { disputeInvoice, settleInvoiceDispute } from './acts.ts';
import { voidInvoice, writeOffInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import * as lists from './lists.ts';
import { readBalanceDue } from './public-invoice.ts';

let services: TestServices;
let here: OwnerWithUnit;
let tenant: TestPerson;
let tenancy: number;
beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  tenant = await createPerson(services, 'tenant');
  tenancy = await createOccupiedTenancy(services, here.property, {}, tenant.id);
});
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const issue = (of = tenancy) => as(here.owner, (ctx) => issueRentInvoice(ctx, of, 100_000));
const seen = (id: number, who: TestPerson = here.owner) => readInvoiceDetails(createTestCtx(services, who), { id });
/** Staff of the owner's company with a role of these permissions. */
async function staffWith(...grants: string[]): Promise<TestPerson> {
  const { db } = services.database;
  const one = await createPerson(services, 'staff');
  const role = { company_id: here.owner.me.companyId ?? 0, name: `Role ${one.id}`, grants };
  const { id } = await db.insertInto('staff_role').values(role).returning('id').executeTakeFirstOrThrow();
  await db.updateTable('person').set({ company_id: role.company_id, staff_role_id: id }).where('id', '=', one.id).execute();
  return reloadTestPerson(services, one);
}

test('invoice access: the tenant may read and dispute an invoice; people of other companies and other tenants get 404', async () => {
  const one = await issue();
  expect(await seen(one.id, tenant)).toMatchObject({ manages: false, acts: ['dispute'], run: null });
  for (const who of [
    await createPerson(services, 'owner'),
    await createPerson(services, 'tenant'),
    await createPerson(services, 'agent'),
    await createPerson(services, 'dealer'),
  ])
    await expect(seen(one.id, who)).rejects.toMatchObject({ failure: 'notFound' });
  await expect(as(tenant, (ctx) => voidInvoice(ctx, { id: one.id, reason: 'not mine' }))).rejects.toMatchObject({ failure: 'notFound' });
  const mine = await lists.listOwnInvoices(createTestCtx(services, tenant), { page: 1, page_size: 100 });
  expect(mine.results.some(({ id }) => id === one.id)).toBe(true);
  expect((await lists.listInvoices(createTestCtx(services, tenant), { page: 1, page_size: 10, sort: '-due_on' })).count).toBe(0);
  const own = await readBalanceDue(createTestCtx(services, tenant), { tenancy_id: tenancy });
  expect(own).toMatchObject({ share_bp: 10_000, my_share_cents: own.total_cents });
});

test('invoice access: a co-tenant sees the invoice; a guarantor and an occupant who does not pay do not see the invoice', async () => {
  const people = [];
  const byRole = new Map<TenancyPersonRole, TestPerson>();
  for (const role of ['lead', 'co_tenant', 'occupant', 'guarantor'] as const) {
    const who = await createPerson(services, 'tenant');
    byRole.set(role, who);
    const somebody = { personId: who.id, name: role, phone: `+25471390${String(10_000 + who.id)}`, email: null };
    people.push({ somebody, role, shareBp: role === 'lead' || role === 'co_tenant' ? 5_000 : 0 });
  }
  const shared = await createOccupiedTenancy(services, here.property, { people });
  const { id } = await issue(shared);
  const ownIds = async (who: TestPerson) =>
    (await lists.listOwnInvoices(createTestCtx(services, who), { page: 1, page_size: 100 })).results.map((row) => row.id);
  for (const [role, who] of byRole) {
    const ctx = createTestCtx(services, who);
    if (role === 'lead' || role === 'co_tenant') {
      expect(await seen(id, who), role).toMatchObject({ manages: false, acts: ['dispute'] });
      expect(await ownIds(who), role).toEqual([id]);
      expect(await readBalanceDue(ctx, { tenancy_id: shared }), role).toMatchObject({ share_bp: 5_000 });
    } else {
      await expect(seen(id, who), role).rejects.toMatchObject({ failure: 'notFound' });
      await expect(
        as(who, (own) => disputeInvoice(own, { id, reason: 'not mine' })),
        role,
      ).rejects.toMatchObject({ failure: 'notFound' });
      const nothing = { open: [], total_cents: 0, credit_cents: 0, my_share_cents: null, share_bp: null, pay_to: null };
      expect(await readBalanceDue(ctx, { tenancy_id: shared }), role).toMatchObject(nothing);
      expect(await ownIds(who), role).toEqual([]);
    }
  }
});

test('invoice access: staff need permission to read invoices, and permission to edit invoices to change them', async () => {
  const { id } = await issue();
  await expect(seen(id, await staffWith('tenancies.read'))).rejects.toMatchObject({ failure: 'notFound' });
  const reader = await staffWith('invoices.read');
  expect(await seen(id, reader)).toMatchObject({ manages: true, acts: [] });
  const missing = { failure: 'forbidden', extra: { missing: 'invoices.edit' } };
  await expect(as(reader, (ctx) => voidInvoice(ctx, { id, reason: 'wrong home' }))).rejects.toMatchObject(missing);
  await expect(as(reader, (ctx) => disputeInvoice(ctx, { id, reason: 'wrong home' }))).rejects.toMatchObject(missing);
});

test('invoice write-off: is refused to staff who have permission to edit invoices but no permission for income', async () => {
  const { id } = await issue();
  const clerk = await staffWith('invoices.read', 'invoices.edit');
  const offered = await seen(id, clerk);
  expect(offered.acts).toContain('credit');
  expect(offered.acts).not.toContain('write_off');
  const writesOff = (who: TestPerson) => as(who, (ctx) => writeOffInvoice(ctx, { id, reason: 'moved abroad' }));
  await expect(writesOff(clerk)).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'income.edit' } });
  expect(await seen(id)).toMatchObject({ open_cents: 100_000, credit_notes: [] });
  expect(await writesOff(await staffWith('invoices.read', 'invoices.edit', 'income.edit'))).toMatchObject({
    open_cents: 0,
    credit_notes: [{ kind: 'write_off', cents: 100_000 }],
  });
});

test.each([
  ['tenant', 'owner'],
  ['tenant', 'tenant'],
  ['owner', 'tenant'],
  ['owner', 'owner'],
] as const)('invoice dispute: the %s can open a dispute once, and the %s can settle that dispute', async (opens, settles) => {
  const { id } = await issue();
  const side = { tenant, owner: here.owner };
  const noticesOf = async (event: string, who: TestPerson) =>
    (await listSentNotifications(services, event)).filter(({ to, key }) => to.personId === who.id && key.includes(`${id}:`)).length;
  const open = (who: TestPerson) => as(who, (ctx) => disputeInvoice(ctx, { id, reason: 'I was away' }));
  const settle = (who: TestPerson) => as(who, (ctx) => settleInvoiceDispute(ctx, { id, outcome: 'it stands' }));
  await expect(settle(side[settles])).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await open(side[opens])).toMatchObject({ disputed: true, dispute: { reason: 'I was away' } });
  for (const who of Object.values(side)) {
    expect(await seen(id, who)).toMatchObject({ disputed: true, acts: expect.arrayContaining(['settle_dispute']) });
    await expect(open(who)).rejects.toMatchObject({ failure: 'conflict' });
  }
  expect(await settle(side[settles])).toMatchObject({ disputed: false, dispute: null, acts: expect.arrayContaining(['dispute']) });
  // The owner is notified of the tenant's dispute, and the tenant of the owner's settlement.
  expect(await noticesOf('invoice.disputed', here.owner)).toBe(opens === 'tenant' ? 1 : 0);
  expect(await noticesOf('invoice.dispute_over', tenant)).toBe(settles === 'owner' ? 1 : 0);
});
