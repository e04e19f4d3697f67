import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildMoneyReceivedPostings } from '#contract/ledger/postings.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { addTransfer, clientBankFile } from '#test/fixtures/payouts.ts';
import { createPerson } from '#test/people.ts';
import { runConcurrently } from '#test/run-concurrently.ts';
import { m } from '#words/messages.js';
import { createBankFile, onStatementTransferPaid } from './bank.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank = 0;
const db = () => w.services.database.db;

beforeAll(async () => {
  w = await createBankFixture();
  bank = (await w.bank()).id;
  await postJournal(db(), {
    key: 'opening',
    kind: 'money_received',
    source: ['payment', 0],
    params: {},
    valueDay: '2027-03-01',
    pairs: buildMoneyReceivedPostings({ code: ledgerAccounts.clientBank, ref: `collection:${bank}` }, 1_000_000),
  });
});
afterAll(() => setClock(w.services, null));

/** A bank transfer of 1,000 was sent and is not confirmed. */
async function sent(rail: 'bank' | 'mpesa' = 'bank') {
  const company = (await createPerson(w.services, 'owner')).me.companyId ?? 0;
  const { payout, transfer } = await addTransfer(w.services, company, w.head.id, 'sent');
  await db().updateTable('settlement_payment').set({ rail }).where('id', '=', payout.id).execute();
  await db().updateTable('settlement_transaction').set({ rail }).where('id', '=', transfer.id).execute();
  return { ...transfer, company };
}
const state = (id: number) =>
  db().selectFrom('settlement_transaction').select(['status', 'external_id']).where('id', '=', id).executeTakeFirstOrThrow();
/** Imports the bank's statement. */
const took = (opening: number, ...lines: readonly (readonly [words: string, reference: string, sum: number])[]) =>
  w.take(
    { id: bank },
    opening,
    lines.map(([words, reference, sum]) => ['2027-03-05', words, reference, -sum]),
  );

test('bank statement: confirms a transfer only by a line with the same code, amount and payment channel', async () => {
  const [right, less, phone, silent] = [await sent(), await sent(), await sent('mpesa'), await sent()];
  const lines = [
    [`EFT ${right.code} JANE`, 'FT501', 100_000],
    [`EFT ${less.code} JANE`, 'FT502', 99_900],
    [`EFT ${phone.code} JANE`, 'FT503', 100_000],
    ['EFT JANE', 'FT504', 100_000],
  ] as const;
  await took(1_000_000, ...lines);
  expect(await state(right.id)).toEqual({ status: 'confirmed', external_id: 'FT501' });
  for (const one of [less, phone, silent]) expect(await state(one.id)).toEqual({ status: 'sent', external_id: null });
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.payoutsInTransit, company: right.company })).toBe(0);
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.payoutsInTransit, company: less.company })).toBe(100_000);
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${bank}` })).toBe(900_000);
  // The line was already imported with another file, so it is not posted again.
  await took(1_000_000, ...lines, ['EFT JANE', 'FT505', 100]);
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.payoutsInTransit, company: right.company })).toBe(0);
});

test('bank statement: a code in the reference column also confirms the transfer', async () => {
  const one = await sent();
  await took(600_000, ['OUTWARD JANE', one.code, 100_000]);
  expect(await state(one.id)).toEqual({ status: 'confirmed', external_id: one.code });
});

test('bank statement: a transfer confirmed while its statement line is processed remains posted to its original account', async () => {
  const one = await sent();
  const other = (await w.bank()).id;
  const account = async () =>
    (await db().selectFrom('settlement_transaction').select('account_id').where('id', '=', one.id).executeTakeFirstOrThrow()).account_id;
  const line = { accountId: other, rail: 'bank', day: '2027-03-05', cents: 100_000, reference: 'FT9', details: one.code } as const;
  const change = { text: "update settlement_transaction set status = 'confirmed', account_id = $2 where id = $1", values: [one.id, bank] };
  await runConcurrently(w.services, change, () => w.as((ctx) => onStatementTransferPaid(ctx, line)));
  expect([await account(), (await state(one.id)).status]).toEqual([bank, 'confirmed']);
});

test('bank file: is refused if there is no bank account to send from', async () => {
  // This test opens separate services, because statements that differ from the ledger would block every payout.
  const { services, head, as, bank: addBank } = await createBankFixture();
  const account = await addBank();
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  const { payout, transfer } = await addTransfer(services, company, head.id, 'queued');
  const { db } = services.database;
  await db.updateTable('settlement_payment').set({ rail: 'bank' }).where('id', '=', payout.id).execute();
  await db.updateTable('settlement_transaction').set({ rail: 'bank' }).where('id', '=', transfer.id).execute();
  const setActive = (active: boolean) => db.updateTable('collection_account').set({ active }).where('id', '=', account.id).execute();
  const status = async () =>
    (await db.selectFrom('settlement_transaction').select('status').where('id', '=', transfer.id).executeTakeFirst())?.status;
  await setActive(false);
  await expect(as((ctx) => createBankFile(ctx, clientBankFile))).rejects.toMatchObject({ failure: 'conflict', message: m.settlement_refusal_cash() });
  expect(await status()).toBe('queued');
  await setActive(true);
  expect(await as((ctx) => createBankFile(ctx, clientBankFile))).toMatchObject({ count: 1, left: [] });
  expect(await status()).toBe('sent');
});
