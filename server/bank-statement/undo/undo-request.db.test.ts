import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { retryUnmatchedPayments } from '#server/matching/match-payment.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addPayout } from '#test/fixtures/payouts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readStatementDetails } from '../statement-lists.ts';
import { undoStatement } from '../statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let second: TestPerson;
let account: CollectionAccountRow;
beforeAll(async () => {
  w = await createBankFixture();
  second = await createPerson(w.services, 'superadmin');
  await makeAccountsEstablished(w.services, w.head, second);
});
beforeEach(async () => {
  account = await w.bank();
});

const db = () => w.services.database.db;
const undo = (id: number) => w.as((ctx) => undoStatement(ctx, { id, reason: 'The wrong file', keep: false }));
const approve = (id: number, by = second) =>
  runAsPerson(w.services, by, (ctx) => decideApprovalRequest(w.services)(ctx, { id, approve: true, reason: '' }));
const there = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` });
const seen = (id: number) => w.as((ctx) => readStatementDetails(ctx, { id }));

test('undo of an import of client money: one person alone reverses nothing, and another person approves it', async () => {
  const { id } = await w.take(account, 0, [['2027-03-01', 'RENT SOMEBODY', 'UN1', 500_000]]);
  const asked = await undo(id);
  expect(asked).toMatchObject({ status: 'imported', undo_request: { own: true } });
  expect(await there()).toBe(500_000);
  await expect(undo(id)).rejects.toMatchObject({ failure: 'conflict' });
  const request = asked.undo_request?.id ?? 0;
  await expect(approve(request, w.head)).rejects.toMatchObject({ failure: 'forbidden' });
  const { sentence, page } = await approve(request);
  expect(sentence).toContain('KES 5,000');
  expect(page).toMatchObject({ query: `tab=import&statement=${id}` });
  expect(await seen(id)).toMatchObject({ status: 'undone', undo_request: null });
  expect(await there()).toBe(0);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('undo of an import: is refused below zero of the account, also on approval', async () => {
  const { id } = await w.take(account, 0, [['2027-03-01', 'RENT SOMEBODY', 'UN2', 500_000]]);
  const { undo_request } = await undo(id);
  await postJournal(db(), {
    key: `left:${account.id}`,
    kind: 'adjustment',
    source: ['test', account.id],
    companyId: null,
    params: {},
    pairs: [
      {
        fund: 'C',
        cents: toCents(200_000),
        dr: { code: ledgerAccounts.clientBank, ref: 'elsewhere' },
        cr: { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` },
      },
    ],
  });
  const below = { failure: 'conflict', message: expect.stringMatching(/KES 2,000 uncovered/) };
  await expect(approve(undo_request?.id ?? 0)).rejects.toMatchObject(below);
  expect(await seen(id)).toMatchObject({ status: 'imported' });
});

test('undo of an import: is refused once a payout paid its money', async () => {
  const owner = await createOwnerWithUnit(w.services);
  const company = owner.owner.me.companyId ?? 0;
  await setTrustMode(w.services, company);
  const tenancy = await createOccupiedTenancy(w.services, owner.property, { unitId: await addUnit(w.services, owner.property) });
  const invoice = await w.as((ctx) => issueRentInvoice(ctx, tenancy, 700_000));
  const { id } = await w.take(account, 0, [['2027-03-01', `RENT ${invoice.code}`, 'UN3', 700_000]]);
  await retryUnmatchedPayments(w.services, db());
  const payout = await addPayout(w.services, company, { status: 'sending', approved_by: second.id, approved_at: clock.now() });
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company } as const;
  const { undo_request } = await undo(id);
  await postJournal(db(), {
    key: `payout:${payout.id}`,
    kind: 'payout_approved',
    source: ['settlement_payment', payout.id],
    companyId: company,
    params: {},
    pairs: buildPayoutApprovedPostings(payee, await readAccountBalance(db(), 'C', { code: payee.code, company })),
  });
  const refused = { failure: 'conflict', message: expect.stringMatching(/already paid money of this statement/) };
  await expect(approve(undo_request?.id ?? 0)).rejects.toMatchObject(refused);
  await w.as((ctx) => decideApprovalRequest(w.services)(ctx, { id: undo_request?.id ?? 0, approve: false, reason: '' }));
  await expect(undo(id)).rejects.toMatchObject(refused);
  expect(await there()).toBe(700_000);
});
