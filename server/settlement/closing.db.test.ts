import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import { uncollectedInvoicesCheck } from '#server/invoice/personal-data.ts';
import { postJournal } from '#server/ledger/service.ts';
import { changeActive, remove } from '#server/people/service.ts';
import { heldDepositsClosingCheck } from '#server/wallet/closing.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { addMoney, addPayout } from '#test/fixtures/payouts.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let admin: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
});
const off = (id: number) => runAsPerson(services, admin, (ctx) => changeActive(ctx, { user_id: id, is_active: false, reason: 'Asked by phone' }));
const gone = async ({ id }: TestPerson) => {
  const { code } = await services.database.db.selectFrom('person').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  return runAsPerson(services, admin, (ctx) => remove(ctx, { user_id: id, user_code: code, reason: 'Asked by phone' }));
};
const refused = { failure: 'conflict' };

test('account deletion: is refused for a deactivated leader while the company has money, a payout, a debt, deposits or a lease', async () => {
  const { db } = services.database;
  const rich = await createPerson(services, 'owner');
  await addMoney(services, rich.me.companyId ?? 0, 10_000);
  const waits = await createPerson(services, 'owner');
  await addPayout(services, waits.me.companyId ?? 0);
  const owes = await createPerson(services, 'dealer');
  await postJournal(db, {
    key: 'closing:1',
    kind: 'commission_back',
    source: ['test', 1],
    companyId: owes.me.companyId,
    params: {},
    pairs: [
      {
        fund: 'P',
        dr: { code: ledgerAccounts.agentReceivable, company: owes.me.companyId ?? 0 },
        cr: { code: ledgerAccounts.dealerCommissionExpense, company: owes.me.companyId ?? 0 },
        cents: toCents(5_000),
      },
    ],
  });
  const here = await createOwnerWithUnit(services);
  await createOccupiedTenancy(services, here.property);
  // Companies with deposits and with arrears of former tenants.
  const holds = await createPerson(services, 'owner');
  const company = holds.me.companyId ?? 0;
  await postJournal(db, {
    key: 'closing:2',
    kind: 'adjustment',
    source: ['test', 2],
    companyId: company,
    params: {},
    pairs: [
      {
        fund: 'D',
        dr: { code: ledgerAccounts.depositBank, ref: 'collection:1' },
        cr: { code: ledgerAccounts.depositsHeld, company, ref: 'booking:900001' },
        cents: toCents(7_000),
      },
    ],
  });
  const asks = await createOwnerWithUnit(services);
  const left = await createOccupiedTenancy(services, asks.property);
  await runAsPerson(services, asks.owner, (ctx) => issueRentInvoice(ctx, left, 30_000));
  await db.updateTable('tenancy').set({ status: 'expired' }).where('id', '=', left).execute();
  expect(await heldDepositsClosingCheck(db, holds.id)).toContain(`${formatKes(toCents(7_000))} of deposits`);
  expect(await uncollectedInvoicesCheck(db, asks.owner.id)).toContain(`unpaid: ${formatKes(toCents(30_000))}`);
  for (const who of [rich, waits, owes, here.owner, holds, asks.owner]) {
    await off(who.id);
    await expect(gone(who), String(who.id)).rejects.toMatchObject(refused);
  }
  const free = await createPerson(services, 'owner');
  await off(free.id);
  expect(await gone(free)).toEqual({ id: free.id });
});
