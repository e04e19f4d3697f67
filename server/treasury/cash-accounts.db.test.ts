import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { reconcileAccounts } from '#server/bank-statement/bank-reconciliation.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { addTransfer } from '#test/fixtures/payouts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readCollectionAccount } from './accounts.ts';
import { readAvailableBalance } from './cash-accounts.ts';
import * as cash from './cash-moves.ts';

let services: TestServices;
let [head, other]: TestPerson[] = [];
let company = 0;
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);
const later = (seconds: number) => new Date(clock.ms() + seconds * 1000);

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  [head, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, other);
});
const came = async (account: number, sum: number, paidAt: Date) => {
  const row = await readCollectionAccount(db(), account);
  const facts = { rail: 'mpesa', external: `TKC10000${10 + ++n}`, account: row, cents: sum, paidAt, accountText: 'X', payer: 'JOHN' } as const;
  await as(head, (ctx) => recordReceipt(ctx, { ...facts, phone: emptySealedPhone, verifiedBy: 'pull' }));
};
/** Makes M-Pesa report this current balance. */
const answered = async (account_id: number, said: number) => {
  const { id } = await db()
    .insertInto('bank_figure')
    .values({ account_id, source: 'query', day: clock.today(), cents: said, at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return async () => {
    await reconcileAccounts(db(), account_id);
    return (await db().selectFrom('bank_figure').select('difference_cents').where('id', '=', id).executeTakeFirstOrThrow()).difference_cents;
  };
};

test('M-Pesa balance: is compared with payments made before the query, including payments credited later', async () => {
  const { paybill } = await createOwnAccounts(services);
  const difference = await answered(paybill, 1_200_000);
  const at = clock.now();
  await setClock(services, later(90).toISOString());
  expect(await difference()).toBe(200_000);
  await came(paybill, 300_000, clock.now());
  expect(await difference()).toBe(200_000);
  expect(await readPayoutsBlockedReason(db())).not.toBeNull();
  const asked = await as(head, (ctx) =>
    corrections.correctReconciliationDifference(ctx, { account_id: paybill, reason: 'Nobody knows what this is' }),
  );
  // The difference is explained now, because the payment was made before M-Pesa was queried.
  await came(paybill, 200_000, new Date(at.getTime() - 60_000));
  await expect(as(other, (ctx) => corrections.approveCashMove(ctx, { id: asked.id }))).rejects.toMatchObject({ failure: 'conflict' });
  expect(await difference()).toBe(0);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('cash correction: removes exactly the approved difference', async () => {
  const { paybill } = await createOwnAccounts(services);
  const difference = await answered(paybill, 999_300);
  await setClock(services, later(90).toISOString());
  expect(await difference()).toBe(-700);
  const asked = await as(head, (ctx) => corrections.correctReconciliationDifference(ctx, { account_id: paybill, reason: 'Nobody can find it' }));
  await as(other, (ctx) => corrections.approveCashMove(ctx, { id: asked.id }));
  expect(await difference()).toBe(0);
});

test('bank money reserved for a transfer: cannot be cleared to another fund', async () => {
  const { bank } = await createOwnAccounts(services);
  const { transfer } = await addTransfer(services, company, head?.id ?? 0, 'queued');
  const account = await readCollectionAccount(db(), bank);
  expect(await readAvailableBalance(db(), account)).toBe(1_000_000);
  await db().updateTable('settlement_transaction').set({ rail: 'bank', account_id: bank, cents: 980_000 }).where('id', '=', transfer.id).execute();
  expect(await readAvailableBalance(db(), account)).toBe(20_000);
  const clear = (sum: number) =>
    as(head, (ctx) => cash.recordInterFundClearing(ctx, { account_id: bank, to_fund: 'P', cents: toCents(sum), proof: 'FT1' }));
  await expect(clear(50_000)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await clear(20_000)).toMatchObject({ status: 'arrived' });
});
