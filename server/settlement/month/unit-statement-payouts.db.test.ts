import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { confirmTransfer, failTransfer } from '#server/transfer/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payIntoPaybill, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addMoney, addPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from '../approve.ts';
import { startPayoutRun } from '../run-batches.ts';
import { payoutTransferPurpose } from '../transfers.ts';
import { exportUnitStatement, readUnitStatement } from './unit-statement.ts';

/** Makao collects the rent of two units: KES 200,000 each, less 10% for the agent and 5% with 16% VAT for Makao. */
let services: TestServices;
let here: OwnerWithUnit;
let wallet = 0;
let [maker, second]: TestPerson[] = [];
const rent = 20_000_000;
const fees = { agent_cents: 2_000_000, platform_cents: 1_000_000, tax_cents: 160_000 };
const net = rent - sumCents(Object.values(fees));
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-02T09:00:00+03:00');
  [maker, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, second);
  await db()
    .updateTable('wallet_setting')
    .set({ holding_days: 0, minimum_cents: toCents(10_000) })
    .execute();
  await db()
    .insertInto('commission_rule')
    .values([
      { name: 'Makao', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, vat_bps: 1600, starts_on: '2027-01-01' },
      { name: 'Agents', beneficiary: 'agent', basis: 'rent_collected', kind: 'rate', bps: 1000, starts_on: '2027-01-01' },
    ])
    .execute();
  // Cash for the charges of M-Pesa, which Makao bears.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 10_000_000);
});
afterAll(() => setClock(services, null));
beforeEach(async () => {
  here = await createOwnerWithUnit(services);
  const company = here.owner.me.companyId ?? 0;
  const agent = (await createPerson(services, 'agent')).me.companyId ?? 0;
  await setTrustMode(services, company);
  await addPayoutAccount(services, company, { is_default: true });
  wallet = (await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id;
  const account = await readPlatformPaybillAccount(services);
  for (let n = 0; n < 2; n++) {
    const tenancy = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
    const { code } = await as(here.owner, (ctx) => issueRentInvoice(ctx, tenancy, rent, { dueIn: 3, agent }));
    await payIntoPaybill(services, { account, cents: rent, typed: code });
  }
});

const units = async () =>
  (await readUnitStatement(createTestCtx(services, here.owner), { id: wallet, month: '2027-03', page: 1, page_size: 10 })).results;
const payouts = async () => (await units()).map((row) => row.payouts.map(({ code }) => code));
/** An approved payout; an amount makes it a withdrawal of a part. */
async function payOut(cents?: number) {
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const company = here.owner.me.companyId ?? 0;
  const draft = await db()
    .selectFrom('settlement_payment')
    .selectAll()
    .where('company_id', '=', company)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const wanted = toCents(cents ?? draft.net_cents);
  const part = { wanted_cents: wanted, kind: 'withdrawal', net_cents: wanted } as const;
  if (cents !== undefined) await db().updateTable('settlement_payment').set(part).where('id', '=', draft.id).execute();
  await as(second, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: wanted }));
  const transfers = await db().selectFrom('settlement_transaction').select('id').where('settlement_id', '=', draft.id).orderBy('part').execute();
  return { code: draft.code, transfers: transfers.map(({ id }) => id) };
}
const inOne = (work: (ctx: ReturnType<typeof asClock>) => Promise<unknown>) =>
  db()
    .transaction()
    .execute((tx) => work(asClock(tx)));
const fail = (id: number) =>
  inOne((ctx) => failTransfer(ctx, payoutTransferPurpose, id, { external: null, text: 'Wrong number', error: 'bad_account' }));
const confirm = (id: number) => inOne((ctx) => confirmTransfer(ctx, payoutTransferPurpose, id, { external: `PAID${id}`, text: 'paid' }));

test('unit statement: shows the fees and VAT of each unit, and a withdrawal only at the unit whose money it paid', async () => {
  expect(await payouts()).toEqual([[], []]);
  const { code, transfers } = await payOut(net);
  const [first, other] = await units();
  expect(first).toMatchObject({ billed_cents: rent, collected_cents: rent, arrears_cents: 0, ...fees, payouts: [{ code }] });
  expect(other).toMatchObject({ billed_cents: rent, collected_cents: rent, ...fees, payouts: [] });
  const { csv } = await exportUnitStatement(createTestCtx(services, here.owner), { id: wallet, month: '2027-03', part: 1 });
  expect(csv.split(code)).toHaveLength(2);
  expect(csv).toMatch(/200000.*20000.*10000.*1600/);
  for (const id of transfers) await confirm(id);
  expect(await payouts()).toEqual([[code], []]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('unit statement: a payout that the rail refused is shown at no unit', async () => {
  const { code, transfers } = await payOut();
  expect(await payouts()).toEqual([[code], [code]]);
  for (const id of transfers) await fail(id);
  expect(await payouts()).toEqual([[], []]);
});

test('unit statement: a payout of which a part arrived is shown only where that part paid the money', async () => {
  const { code, transfers } = await payOut();
  const [arrived = 0, failed = 0] = transfers;
  await confirm(arrived);
  await fail(failed);
  expect(await payouts()).toEqual([[code], []]);
});
