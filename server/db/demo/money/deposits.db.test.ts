import { expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { listReconcilableAccounts } from '#server/bank-statement/account-reconciliation.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { readInterFundDebts } from '#server/treasury/service.ts';
import { createTestServices } from '#test/db.ts';

test('demo data: deposits are in the deposit account, none is left in the clients’ bank, and each fund has its bank account', async () => {
  const { db } = (await createTestServices('demo')).database;
  expect((await readInterFundDebts(db)).payable.D).toBe(0);
  expect(await readAccountBalance(db, 'D', { code: ledgerAccounts.depositBank })).toBeGreaterThan(1_000_000);
  expect(await readAccountBalance(db, 'D', { code: ledgerAccounts.interfund })).toBe(0);
  expect(new Set((await listReconcilableAccounts(db)).map(({ fund }) => fund))).toEqual(new Set(['C', 'D', 'P']));
});
