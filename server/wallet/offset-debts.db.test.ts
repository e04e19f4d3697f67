import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { offsetMutualDebt, offsetMutualDebts } from './offset-debts.ts';
import { lockWalletBalance, readWalletBalances } from './wallet-balances.ts';

let services: TestServices;
let here: OwnerWithUnit;
let company = 0;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, here.owner, work);
const owners = async () => (await readWalletBalances(services.database.db, company)).find(({ code }) => code === 2000);
const at = (code: 1040 | 1300 | 2000) => readAccountBalance(services.database.db, 'C', { code, company });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  company = here.owner.me.companyId ?? 0;
  await setTrustMode(services, company);
});
afterAll(() => setClock(services, null));

test('rent collected in cash: is not available for payout and is offset once', async () => {
  const tenancyId = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  await as((ctx) => issueRentInvoice(ctx, tenancyId, 2_000_000));
  const t = await services.database.db.selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const { paymentId } = await as((ctx) => recordOutsidePayment(ctx, { companyId: company, how: 'cash', cents: 2_000_000, on: clock.today(), home }));
  const before = await at(2000);
  expect(before).toBeGreaterThan(0);
  expect(await at(1040)).toBe(2_000_000);
  expect(await owners()).toMatchObject({ total: before, owed: before, pending: 0, available: 0 });
  expect(await services.database.db.transaction().execute((tx) => lockWalletBalance(tx, company, 2000))).toMatchObject({ held: 2_000_000 });

  await offsetMutualDebts(services.database.db);
  await offsetMutualDebts(services.database.db);
  expect([await at(2000), await at(1040)]).toEqual([0, 2_000_000 - before]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);

  // The cash did not exist: the owner owes their offset part of it and holds no cash. Both are the same amount.
  await reverseByProvider(services, paymentId);
  expect(await at(1040)).toBe(-before);
  await offsetMutualDebts(services.database.db);
  expect([await at(2000), await at(1040), await at(1300)]).toEqual([0, 0, 0]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('offset: two balances of one company can be offset concurrently without blocking', async () => {
  const { me } = await createPerson(services, 'agent');
  const both = me.companyId ?? 0;
  const { db } = services.database;
  const owed = (code: 2000 | 2040, claim: 1300 | 1350) =>
    postJournal(db, {
      key: `both:${code}`,
      kind: 'adjustment',
      source: ['test', code],
      companyId: both,
      params: {},
      pairs: [
        { fund: 'C', dr: { code: ledgerAccounts.mpesaPaybill, ref: 'collection:1' }, cr: { code, company: both }, cents: toCents(5_000) },
        { fund: 'C', dr: { code: claim, company: both }, cr: { code: ledgerAccounts.unallocatedReceipts }, cents: toCents(3_000) },
      ],
    });
  await owed(2000, 1300);
  await owed(2040, 1350);
  // One worker locks the first balance while the other offsets the second.
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.transaction().execute(async (tx) => {
    await offsetMutualDebt(tx, { id: both, code: ledgerAccounts.ownerPayable });
    held.resolve();
    await over.promise;
  });
  await held.promise;
  await db.transaction().execute((tx) => offsetMutualDebt(tx, { id: both, code: ledgerAccounts.agentPayable }));
  over.resolve();
  await first;
  for (const code of [2000, 2040] as const) expect(await readAccountBalance(db, 'C', { code, company: both })).toBe(2_000);
});
