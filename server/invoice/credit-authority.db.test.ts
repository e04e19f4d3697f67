import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy, findFailedInvoiceChecks, payInvoice } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { creditInvoice, waiveLateFee, writeOffInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';

let services: TestServices;
let here: OwnerWithUnit;
let agent: TestPerson;
let tenancy: number;
/** The limit of the mandate, KES 20,000: above this amount the owner has to approve. */
const limit = 2_000_000;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const companyOf = (who: TestPerson) => who.me.companyId ?? 0;
const grants = ['property.read', 'tenancies.read', 'invoices.read', 'invoices.edit', 'income.read', 'income.edit'];

beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  await setTrustMode(services, companyOf(here.owner));
  agent = await createPerson(services, 'agent');
  const both = { owner_company_id: companyOf(here.owner), agent_company_id: companyOf(agent) };
  await services.database.db
    .insertInto('mandate')
    .values({ ...both, all_properties: true, grants, scope: 'full_management', approval_limit_cents: toCents(limit) })
    .execute();
  agent = await reloadTestPerson(services, agent);
  tenancy = await createOccupiedTenancy(services, here.property);
});

async function rent(sum: number): Promise<{ id: number; credits: (by: TestPerson, part: number) => Promise<unknown> }> {
  const { id } = await as(here.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const { id: line_id } = await services.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
  const credits = (by: TestPerson, part: number) =>
    as(by, (ctx) => creditInvoice(ctx, { id, lines: [{ line_id, cents: toCents(part) }], reason: 'for a friend' }));
  return { id, credits };
}
const acts = async (by: TestPerson, id: number) => (await as(by, (ctx) => readInvoiceDetails(ctx, { id }))).acts;

test("credit authority: an agent can credit unpaid amounts up to a total limit; the error above the limit names the owner's company", async () => {
  const one = await rent(5_000_000);
  const { name } = await services.database.db.selectFrom('company').select('name').where('id', '=', companyOf(here.owner)).executeTakeFirstOrThrow();
  await expect(one.credits(agent, limit + 100)).rejects.toMatchObject({ failure: 'forbidden', message: expect.stringContaining(name) });
  await expect(one.credits(agent, limit + 100)).rejects.toMatchObject({ message: expect.stringContaining(formatKesPlain(limit)) });
  expect(await acts(agent, one.id)).toContain('credit');
  expect(await acts(agent, one.id)).not.toContain('write_off');
  await one.credits(agent, limit - 50_000);
  await expect(one.credits(agent, 60_000)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(as(agent, (ctx) => writeOffInvoice(ctx, { id: one.id, reason: 'never' }))).rejects.toMatchObject({ failure: 'forbidden' });
  await as(here.owner, (ctx) => writeOffInvoice(ctx, { id: one.id, reason: 'gone' }));
  const small = await rent(100_000);
  expect(await acts(agent, small.id)).toContain('write_off');
  await as(agent, (ctx) => writeOffInvoice(ctx, { id: small.id, reason: 'gone' }));
  // A late fee is the owner's income, too.
  const fee = await rent(limit + 100_000);
  await services.database.db.updateTable('invoice').set({ kind: 'late_fee' }).where('id', '=', fee.id).execute();
  await expect(as(agent, (ctx) => waiveLateFee(ctx, { id: fee.id, reason: 'a friend' }))).rejects.toMatchObject({ failure: 'forbidden' });
});

test('credit authority: an agent cannot credit paid amounts, and the owner is notified when Makao credits a paid amount', async () => {
  const one = await rent(1_000_000);
  await payInvoice(services, one.id, 1_000_000);
  await expect(one.credits(agent, 100)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await acts(agent, one.id)).not.toContain('credit');
  expect(await acts(here.owner, one.id)).toContain('credit');
  const heard = async () =>
    (await listSentNotifications(services, 'invoice.given_back')).map(({ to, params }) => [
      (to as { personId: number }).personId,
      params.sum,
      params.reason,
    ]);
  await one.credits(await createPerson(services, 'superadmin'), 300_000);
  expect(await heard()).toEqual(
    expect.arrayContaining([
      [here.owner.id, 'KES 3,000', 'for a friend'],
      [agent.id, 'KES 3,000', 'for a friend'],
    ]),
  );
  const before = (await heard()).filter(([to]) => to === here.owner.id).length;
  await one.credits(here.owner, 200_000);
  expect((await heard()).filter(([to]) => to === here.owner.id)).toHaveLength(before);
  expect(await findFailedInvoiceChecks(services)).toEqual([]);
});
