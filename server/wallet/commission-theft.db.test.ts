import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { offsetMutualDebts } from './offset-debts.ts';
import { readWalletBalances } from './wallet-balances.ts';

/** An owner, their agent and a payer agree that the agent gets all of the rent. */
let services: TestServices;
let owner: OwnerWithUnit;
let agent: TestPerson;
let paybill: CollectionAccountRow;
let n = 0;
const db = () => services.database.db;
const companyOf = (who: TestPerson) => who.me.companyId ?? 0;
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const agents = async () => (await readWalletBalances(db(), companyOf(agent))).find(({ code }) => code === 2040);
const night = () => offsetMutualDebts(db());
const later = (days: number) => setClock(services, new Date(clock.ms() + days * 86_400_000).toISOString());

async function came(tenancy: number, sum: number): Promise<number> {
  const invoice = await as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        rail: 'mpesa',
        external: `TKC${String(1_000_000 + ++n)}`,
        account: paybill,
        cents: sum,
        paidAt: clock.now(),
        accountText: invoice.code,
        payer: 'ANN',
        phone: emptySealedPhone,
        verifiedBy: 'pull',
      }),
    );
  await matchPayment(db(), paymentId ?? 0);
  return paymentId ?? 0;
}
const home = async () => createOccupiedTenancy(services, owner.property, { unitId: await addUnit(services, owner.property) });
const reverse = (id: number) => reverseByProvider(services, id);
/** A debt: rent that was paid out to the owner and then reversed. */
const owes = (sum: number) =>
  db()
    .transaction()
    .execute((tx) =>
      postJournal(tx, {
        key: `owes:${++n}`,
        kind: 'adjustment',
        source: ['test', n],
        companyId: companyOf(owner.owner),
        params: {},
        pairs: [
          {
            fund: 'C',
            dr: { code: ledgerAccounts.ownerReceivable, company: companyOf(owner.owner) },
            cr: { code: ledgerAccounts.unallocatedReceipts },
            cents: toCents(sum),
          },
        ],
      }),
    );

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  const row = await createCollectionAccount(db(), { company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
  if (!row) throw new Error('no paybill');
  paybill = row;
});
beforeEach(async () => {
  agent = await createPerson(services, 'agent');
  owner = await createOwnerWithUnit(services);
  await setTrustMode(services, companyOf(owner.owner));
  await db()
    .insertInto('mandate')
    .values({
      owner_company_id: companyOf(owner.owner),
      agent_company_id: companyOf(agent),
      all_properties: true,
      scope: 'full_management',
      commission_bp: 10_000,
      grants: ['property.read', 'payments.read'],
    })
    .execute();
  agent = await reloadTestPerson(services, agent);
});
afterAll(() => setClock(services, null));

test('commission: clears on the same day as the rent, so a reversal before that day causes no debt', async () => {
  const id = await came(await home(), 3_700_000);
  expect(await agents()).toMatchObject({ total: 3_700_000, pending: 3_700_000, available: 0 });
  await reverse(id);
  expect(await agents()).toMatchObject({ total: 0, pending: 0, owes: 0 });
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.agentReceivable, company: companyOf(agent) })).toBe(0);
  await came(await home(), 2_580_000);
  await later(3);
  expect(await agents()).toMatchObject({ pending: 0, available: 2_580_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('rent paid before move-in: the clearing period starts on the payment day, even if the tenant moves in on that day', async () => {
  const tenancy = await home();
  await db().updateTable('tenancy').set({ status: 'pending' }).where('id', '=', tenancy).execute();
  const mandate = db().updateTable('mandate').set({ commission_bp: 1000 }).where('owner_company_id', '=', companyOf(owner.owner));
  await mandate.execute();
  await came(tenancy, 2_000_000);
  const { unit_id } = await db()
    .updateTable('tenancy')
    .set({ status: 'active' })
    .where('id', '=', tenancy)
    .returning('unit_id')
    .executeTakeFirstOrThrow();
  await as(owner.owner, (ctx) => publishEvent(ctx, 'tenancy.activated', { tenancyId: tenancy, unitId: unit_id, bookingId: null }));
  expect(await agents()).toMatchObject({ pending: 200_000, available: 0 });
  expect((await readWalletBalances(db(), companyOf(owner.owner))).find(({ code }) => code === 2000)).toMatchObject({
    pending: 1_800_000,
    available: 0,
  });
  await later(3);
  expect((await agents())?.available).toBe(200_000);
});

test("owner with a debt: the agent's commission on the owner's rent remains on hold until the debt is paid", async () => {
  await owes(6_000_000);
  await came(await home(), 3_700_000);
  await later(3);
  await night();
  expect(await agents()).toMatchObject({ total: 3_700_000, reserved: 3_700_000, available: 0 });
  // Never more than the debt is held.
  await came(await home(), 4_000_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(0);
  await came(await home(), 3_000_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(3_700_000);
  // With the original terms the owner's share pays the debt, and the rest is released.
  await db().updateTable('mandate').set({ commission_bp: 0 }).where('owner_company_id', '=', companyOf(owner.owner)).execute();
  await came(await home(), 6_000_000);
  await night();
  expect((await agents())?.available).toBe(10_700_000);
});

test('frozen wallet of an owner: puts the commission of the agent on hold until the wallet is unfrozen', async () => {
  const wallet = db().updateTable('wallet').where('company_id', '=', companyOf(owner.owner));
  await wallet.set({ status: 'frozen' }).execute();
  await came(await home(), 2_580_000);
  await later(3);
  await night();
  expect((await agents())?.available).toBe(0);
  await wallet.set({ status: 'open' }).execute();
  await night();
  expect((await agents())?.available).toBe(2_580_000);
});
