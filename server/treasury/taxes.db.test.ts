import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { listTaxRemittances, requestTaxRemittance } from './taxes.ts';

let services: TestServices;
let [maker, other, third]: TestPerson[] = [];
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const due = () => readAccountBalance(db(), 'P', { code: ledgerAccounts.platformTaxPayable });
const bank = () => readAccountBalance(db(), 'P', { code: ledgerAccounts.platformBank });
/** VAT that was collected to the platform's own bank account. */
const owe = (cents: number) =>
  postJournal(db(), {
    key: `test:tax:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    companyId: null,
    params: {},
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(cents) }],
  });
const asked = (cents: number, more: object = {}) => ({
  tax: 'vat' as const,
  cents: toCents(cents),
  account_id: null,
  paid_on: clock.today(),
  reference: `PRN-${++n}`,
  reason: 'VAT of the month',
  ...more,
});
const file = { data: Buffer.from('%PDF-1.7 receipt of KRA'), type: 'pdf', name: 'receipt.pdf' } as const;
const request = (cents: number, more: object = {}) => as(maker, (ctx) => requestTaxRemittance(services)(ctx, { ...asked(cents, more), file }));
const approve = (who: TestPerson | undefined, id: number) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));

beforeAll(async () => {
  services = await createTestServices();
  [maker, other, third] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
  ];
  await createPerson(services, 'owner');
  await makeAccountsEstablished(services, maker, other, third);
});
beforeEach(() => owe(500_000));

test('a payment of VAT is recorded by two people with its receipt, once, and reduces the tax due and the bank account', async () => {
  const [tax, cash] = [await due(), await bank()];
  const { id } = await request(300_000, { paid_on: addDays(clock.today(), -3) });
  await expect(approve(maker, id)).rejects.toMatchObject({ failure: 'forbidden' });
  // The receipt came with the request; without it nothing is recorded.
  const receipt = await db().selectFrom('approval_request').select('evidence_file_id').where('id', '=', id).executeTakeFirstOrThrow();
  expect(receipt.evidence_file_id).not.toBeNull();
  await db().updateTable('approval_request').set({ evidence_file_id: null }).where('id', '=', id).execute();
  await expect(approve(other, id)).rejects.toMatchObject({ failure: 'conflict' });
  await db().updateTable('approval_request').set(receipt).where('id', '=', id).execute();
  const both = await Promise.allSettled([approve(other, id), approve(third, id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([await due(), await bank()]).toEqual([tax - 300_000, cash - 300_000]);
  const shown = await listTaxRemittances(createTestCtx(services, other ?? null), { page: 1, page_size: 10 });
  expect(shown.results[0]).toMatchObject({ tax: 'vat', cents: 300_000, account: null, request: { id }, paid_on: addDays(clock.today(), -3) });
  expect(shown.due).toMatchObject([
    { tax: 'vat', cents: tax - 300_000, request: null },
    { tax: 'withholding', cents: 0 },
  ]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('a payment above the tax due, of a later day, from the wrong account or with a known receipt is refused', async () => {
  const over = (await due()) + 1;
  const fields = (name: string) => ({ extra: { fields: { [name]: expect.any(String) } } });
  await expect(request(over)).rejects.toMatchObject(fields('cents'));
  await expect(request(100, { tax: 'withholding' })).rejects.toMatchObject(fields('cents'));
  await expect(request(100, { paid_on: addDays(clock.today(), 1) })).rejects.toMatchObject(fields('paid_on'));
  const { id } = await request(100, { reference: 'PRN-SAME' });
  await approve(other, id);
  await expect(request(100, { reference: 'PRN-SAME' })).rejects.toMatchObject(fields('reference'));
});

test('the amount is checked again on approval, because the tax due may be lower by then', async () => {
  const all = await due();
  const { id } = await request(all);
  await postJournal(db(), {
    key: `test:tax:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    companyId: null,
    params: {},
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformTaxPayable }, cr: { code: ledgerAccounts.platformBank }, cents: toCents(100) }],
  });
  await expect(approve(other, id)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
  await as(maker, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: false, reason: '' }));
});

test('a payment of withholding tax from the clients’ bank account reduces the tax due and that account', async () => {
  const { bank: account_id } = await createOwnAccounts(services);
  const company = (await db().selectFrom('company').select('id').where('kind', '=', 'owner').orderBy('id').executeTakeFirstOrThrow()).id;
  await postJournal(db(), {
    key: `test:tax:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    companyId: null,
    params: {},
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.ownerPayable, company },
        cents: toCents(80_000),
        cr: { code: ledgerAccounts.withholdingTaxPayable },
      },
    ],
  });
  const place = { code: ledgerAccounts.clientBank, ref: `collection:${account_id}` } as const;
  const read = async () => [
    await readAccountBalance(db(), 'C', { code: ledgerAccounts.withholdingTaxPayable }),
    await readAccountBalance(db(), 'C', place),
    await bank(),
  ];
  expect(await read()).toEqual([80_000, 1_000_000, await bank()]);
  await expect(request(80_001, { tax: 'withholding', account_id })).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
  await expect(request(80_000, { tax: 'withholding' })).rejects.toMatchObject({ extra: { fields: { account_id: expect.any(String) } } });
  const { id } = await request(80_000, { tax: 'withholding', account_id });
  await approve(other, id);
  expect(await read()).toEqual([0, 920_000, await bank()]);
});

test('VAT is paid from the clients’ bank account up to what the clients’ fund owes the platform, and reduces that debt', async () => {
  const { bank: account_id } = await createOwnAccounts(services);
  const place = { code: ledgerAccounts.clientBank, ref: `collection:${account_id}` } as const;
  const debts = async () => [
    await readAccountBalance(db(), 'P', { code: ledgerAccounts.interfund }),
    await readAccountBalance(db(), 'C', { code: ledgerAccounts.interfund }),
  ];
  const [owed = 0, owing = 0] = await debts();
  const [tax, own] = [await due(), await bank()];
  await expect(request(owed + 1, { account_id })).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
  const { id } = await request(30_000, { account_id });
  await approve(other, id);
  expect(await debts()).toEqual([owed - 30_000, owing + 30_000]);
  expect([await due(), await bank(), await readAccountBalance(db(), 'C', place)]).toEqual([tax - 30_000, own, 970_000]);
});

test('an admin reads the payments and cannot request one', async () => {
  const admin = await createPerson(services, 'admin');
  expect((await listTaxRemittances(createTestCtx(services, admin), { page: 1, page_size: 10 })).due).toHaveLength(2);
  const owner = await createPerson(services, 'owner');
  expect((await listTaxRemittances(createTestCtx(services, owner), { page: 1, page_size: 10 })).count).toBe(0);
});
