import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import * as record from '#server/collection/record.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import * as desk from '#server/matching/allocate-payment.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addMoney } from '#test/fixtures/payouts.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { offsetMutualDebts } from './offset-debts.ts';
import { readWalletBalances } from './wallet-balances.ts';

/** An owner and their agent record cash that was never paid. They must never get money of other companies, whatever they record and reverse. */
let services: TestServices;
let owner: OwnerWithUnit;
let agent: TestPerson;
let platform: TestPerson;
const bp = 750;
const companyOf = (who: TestPerson) => who.me.companyId ?? 0;
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const books = (code: 1040 | 1350 | 2000 | 2040, company: number) => readAccountBalance(services.database.db, 'C', { code, company });
const night = () => offsetMutualDebts(services.database.db);

async function managed(by: TestPerson): Promise<OwnerWithUnit> {
  const at = await createOwnerWithUnit(services);
  await setTrustMode(services, companyOf(at.owner));
  await services.database.db
    .insertInto('mandate')
    .values({
      owner_company_id: companyOf(at.owner),
      agent_company_id: companyOf(by),
      all_properties: true,
      scope: 'full_management',
      may_collect: true,
      commission_bp: bp,
      grants: ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'],
    })
    .execute();
  agent = await reloadTestPerson(services, by);
  return at;
}
/** The amount available to both of them now. */
async function available(...people: readonly TestPerson[]): Promise<number> {
  let all = 0;
  for (const who of people) for (const one of await readWalletBalances(services.database.db, companyOf(who))) all += one.available;
  return all;
}
async function invented(by: TestPerson, at: OwnerWithUnit, sum: number, { confirm = true } = {}): Promise<number> {
  const tenancy = await createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) });
  const invoice = await as(at.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum, { agent: companyOf(agent) }));
  const said = {
    how: 'cash' as const,
    external: '',
    note: '',
    tenancy_id: tenancy,
    invoice_ids: [invoice.id],
    cents: toCents(sum),
    on: clock.today(),
  };
  const made = await as(by, (ctx) => record.recordPayment(ctx, said));
  const code = String(((await listSentNotifications(services, 'payment.cash_code')).at(-1)?.params as { code?: string } | undefined)?.code);
  if (confirm) await as(by, (ctx) => record.confirmCashPayment(services)(ctx, { id: made.id, code }));
  return made.id;
}
/** A full payout, as two people of the platform and a bank make it. */
async function paidOut(who: TestPerson, code: 2000 | 2040): Promise<number> {
  const company = companyOf(who);
  const sum = (await readWalletBalances(services.database.db, company)).find((one) => one.code === code)?.available ?? 0;
  const payee = { fund: 'C', code, company } as const;
  if (sum > 0)
    await postJournal(services.database.db, {
      key: `theft:${company}:${code}:${clock.ms()}:${sum}`,
      kind: 'payout_confirmed',
      source: ['test', company],
      companyId: company,
      params: {},
      pairs: [
        ...buildPayoutApprovedPostings(payee, sum),
        ...buildPayoutConfirmedPostings(payee, { code: ledgerAccounts.clientBank, ref: 'theft' }, sum),
      ],
    });
  return sum;
}

/** Reverses a cash payment with a second person of the platform, because the payer confirmed it and its collector cannot reverse it alone. */
async function takenBack(id: number): Promise<void> {
  const { db } = services.database;
  const { holder_id } = await db.selectFrom('payment').select('holder_id').where('id', '=', id).executeTakeFirstOrThrow();
  const holder = [owner.owner, agent].find((by) => companyOf(by) === holder_id) ?? agent;
  await as(holder, (ctx) => desk.reversePayment(ctx, { id, reason: 'It never came', cause: 'mistake' }));
  expect(await db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'completed' });
  const request = await db.selectFrom('approval_request').select('id').where('subject_id', '=', id).executeTakeFirstOrThrow();
  await as(platform, (ctx) => decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }));
}

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  platform = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, platform);
  // Money of other clients on the platform's account.
  await addMoney(services, companyOf(await createPerson(services, 'owner')), 500_000_000);
});
beforeEach(async () => {
  agent = await createPerson(services, 'agent');
  owner = await managed(agent);
});
afterAll(() => setClock(services, null));

test('fraud with fictitious cash payments: gives the agent no available commission, even when repeated and after the nightly jobs', async () => {
  const one = await invented(owner.owner, owner, 60_000_000);
  expect(await books(1040, companyOf(owner.owner))).toBe(60_000_000);
  expect(await books(2040, companyOf(agent))).toBe(4_500_000);
  expect(await available(owner.owner, agent)).toBe(0);
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  // Another invented payment does not cover the first.
  await invented(owner.owner, owner, 90_000_000);
  await night();
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  await takenBack(one);
  await night();
  expect(await available(owner.owner, agent)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("cash recorded by an agent: counts as cash held by the agent, and neither agent nor owner can withdraw other clients' money", async () => {
  await invented(agent, owner, 60_000_000);
  expect([await books(1040, companyOf(agent)), await books(1040, companyOf(owner.owner))]).toEqual([60_000_000, 0]);
  expect(await available(owner.owner, agent)).toBe(0);
  await night();
  expect(await books(1040, companyOf(agent))).toBe(60_000_000 - 4_500_000);
  expect(await available(owner.owner, agent)).toBe(0);
  // Invented cash of a third company does not cover the agent's commission.
  const third = await managed(agent);
  await invented(third.owner, third, 900_000_000);
  await night();
  await night();
  expect(await available(owner.owner, third.owner, agent)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('commission on cash: is available after received rent covers the commission, and becomes a debt to the owner after a reversal', async () => {
  const real = 60_000_000;
  await addMoney(services, companyOf(owner.owner), real);
  const id = await invented(owner.owner, owner, 60_000_000);
  expect(await available(agent)).toBe(0);
  await night();
  expect(await available(agent)).toBe(4_500_000);
  let left = await paidOut(agent, 2040);
  await takenBack(id);
  expect(await books(1350, companyOf(agent))).toBe(4_500_000);
  await night();
  left += await paidOut(owner.owner, 2000);
  left += await paidOut(agent, 2040);
  expect(left).toBe(real);
  // The agent's next commission pays the debt to the owner.
  await services.database.db.transaction().execute((tx) =>
    postJournal(tx, {
      key: `earned:${companyOf(agent)}`,
      kind: 'commission',
      source: ['test', id],
      companyId: companyOf(agent),
      params: {},
      pairs: [
        {
          fund: 'C',
          dr: { code: ledgerAccounts.mpesaPaybill, ref: 'collection:1' },
          cr: { code: ledgerAccounts.agentPayable, company: companyOf(agent) },
          cents: toCents(5_000_000),
        },
      ],
    }),
  );
  await night();
  expect([await available(agent), await available(owner.owner)]).toEqual([500_000, 4_500_000]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('cash payment without a code: can be confirmed only by staff of the owner or Makao, never by the agent or the collector', async () => {
  const confirm = (by: TestPerson, id: number) => as(by, (ctx) => record.confirmCashPayment(services)(ctx, { id, reason: 'Their phone is broken' }));
  const shown = async (id: number) => {
    const file = await services.database.db
      .insertInto('media_file')
      .values({ purpose: 'document', visibility: 'private', company_id: companyOf(owner.owner), name: 'slip.png' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await services.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
    return id;
  };
  const owners = await shown(await invented(owner.owner, owner, 100_000, { confirm: false }));
  await expect(confirm(agent, owners)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(confirm(owner.owner, owners)).rejects.toMatchObject({ failure: 'forbidden' });
  const agents = await shown(await invented(agent, owner, 100_000, { confirm: false }));
  await expect(confirm(agent, agents)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(owner.owner, agents);
  await confirm(await createPerson(services, 'superadmin'), owners);
  expect(await available(owner.owner, agent)).toBe(0);
});
