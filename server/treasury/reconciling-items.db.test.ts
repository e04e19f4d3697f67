import { beforeEach, expect, test } from 'vitest';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildMoneyReceivedPostings, buildTaxRemittedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { readAccountReconciliation } from '#server/bank-statement/account-reconciliation.ts';
import { reconcileAccounts } from '#server/bank-statement/bank-reconciliation.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { requestMoveUndo } from '#server/bank-statement/move-undo.ts';
import * as doubts from '#server/bank-statement/payment-exceptions.ts';
import { postJournal, readAllPayoutsBlockedReason, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { createPerson, makeSuperadminsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { findSecondPerson } from '#test/statement-imports.ts';
import { confirmCashMoveArrival, recordInterFundClearing, recordSweep } from './cash-moves.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let second: TestPerson;
/** Each account has 1,000,000 cents before its first statement of 1 March. */
let at: { paybill: number; bank: number };
let n = 0;
const start = 1_000_000;
const db = () => w.services.database.db;
const day = (of: number): Day => `2027-03-${String(of).padStart(2, '0')}`;
const today = (of: number) => setClock(w.services, `${day(of)}T09:00:00Z`);
const rent = (of: number, reference: string, cents: number) => [day(of), `RENT TENANT ${reference}`, reference, cents] as const;

beforeEach(async () => {
  w = await createBankFixture();
  second = await createPerson(w.services, 'superadmin');
  await createPerson(w.services, 'owner');
  await makeSuperadminsEstablished(w.services);
  await today(9);
  at = await createOwnAccounts(w.services);
});

const place = () => ({ code: ledgerAccounts.clientBank, ref: `collection:${at.bank}` }) as const;
const post = (journal: Pick<Parameters<typeof postJournal>[1], 'kind' | 'pairs' | 'valueDay'>) =>
  postJournal(db(), { ...journal, key: `test:${++n}`, source: ['test', n], params: { how: `bank KRAREF${n}`, code: `T-${n}` } });
const payTax = (cents: number, valueDay: Day) =>
  post({
    kind: 'tax_remitted',
    valueDay,
    pairs: buildTaxRemittedPostings({ fund: 'C', code: ledgerAccounts.withholdingTaxPayable }, place(), cents),
  });
const withhold = (cents: number) =>
  post({
    kind: 'commission',
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.unallocatedReceipts }, cr: { code: ledgerAccounts.withholdingTaxPayable }, cents: toCents(cents) },
    ],
  });

type Expected = Partial<Record<'outstanding' | 'in_transit' | 'unidentified', readonly (readonly [kind: string, cents: number])[]>> &
  Partial<Record<'late_cents' | 'contested_cents', number>>;
/** Every cent between ledger and bank is in a named part, or the difference. */
const expectParts = async (account: number, on: Day, expected: Expected, difference = 0): Promise<AccountReconciliation> => {
  await reconcileAccounts(db(), account);
  const found = await readAccountReconciliation(db(), account, on);
  const { outstanding, in_transit, unidentified, late_cents, contested_cents, in_doubt_cents, difference_cents, ledger_cents, bank } = found;
  expect({
    outstanding: outstanding.items.map(({ kind, cents }) => [kind, cents]),
    in_transit: in_transit.items.map(({ kind, cents }) => [kind, cents]),
    unidentified: unidentified.items.map(({ details, cents }) => [details, cents]),
    late_cents,
    contested_cents,
    in_doubt_cents,
    difference_cents,
  }).toEqual({
    outstanding: [],
    in_transit: [],
    unidentified: [],
    late_cents: 0,
    contested_cents: 0,
    in_doubt_cents: 0,
    difference_cents: difference,
    ...expected,
  });
  const parts = [outstanding.cents, in_transit.cents, unidentified.cents, late_cents, contested_cents, in_doubt_cents, difference_cents ?? 0];
  expect(parts.reduce((sum, part) => sum + part, ledger_cents)).toBe(bank?.cents);
  return found;
};

test('reconciliation of a day: a reversal that awaits a decision hides no other reversal, before and after the decision', async () => {
  const order = (of: number) => [day(of), 'STANDING ORDER ASHA', 'RENTA4', 30_000] as const;
  await w.take({ id: at.bank }, start, [
    order(1),
    order(2),
    [day(3), 'REVERSAL RENTA4', 'RV1', -30_000],
    [day(3), 'REVERSAL OF AN UNKNOWN ITEM', 'RV2', -4_000],
  ]);
  const unknown = ['REVERSAL OF AN UNKNOWN ITEM', -4_000] as const;
  await expectParts(at.bank, day(9), { contested_cents: -30_000, unidentified: [unknown] });
  const [doubt] = (await w.as((ctx) => doubts.listPaymentExceptions(ctx, { page: 1, page_size: 9, z_filter: { status: 'open' } }))).results;
  const asked = await w.as((ctx) =>
    doubts.resolvePaymentException(ctx, {
      id: doubt?.id ?? 0,
      decision: 'taken',
      reason: 'The bank named it',
      payment_id: doubt?.among?.[0]?.id ?? 0,
    }),
  );
  await runAsPerson(w.services, await findSecondPerson(w.services), (ctx) =>
    decideApprovalRequest(w.services)(ctx, { id: asked.request?.id ?? 0, approve: true, reason: '' }),
  );
  for (const on of [day(3), day(9)]) await expectParts(at.bank, on, { unidentified: [unknown] });
});

test('reconciliation of a day: a sweep is outstanding where it left and in transit where it arrived, until both statements show it', async () => {
  await w.take({ id: at.bank }, start, [rent(8, 'FT1', 5_000)]);
  await w.take({ id: at.paybill }, start, [[day(8), 'Pay Bill Charge', 'TKB9AAAA01', -100]]);
  const { id } = await w.as((ctx) => recordSweep(ctx, { account_id: at.paybill, to_account_id: at.bank, cents: toCents(20_000), proof: 'SWEEP77' }));
  await expectParts(at.paybill, day(9), { outstanding: [['swept', 20_000]] });
  await expectParts(at.bank, day(9), {});
  await w.as((ctx) => confirmCashMoveArrival(ctx, { id, proof: 'FTS77' }));
  await expectParts(at.bank, day(9), { in_transit: [['swept', -20_000]] });
  await w.take({ id: at.bank }, start + 5_000, [[day(9), 'MPESA SWEEP77', 'FTS77', 20_000]]);
  await w.take({ id: at.paybill }, start - 100, [[day(9), 'Organization Settlement to bank', 'SWEEP77', -20_000]]);
  for (const account of [at.bank, at.paybill]) await expectParts(account, day(9), {});
});

test('reconciliation of a day: a tax payment is outstanding until a statement shows it, however long that takes', async () => {
  await w.take({ id: at.bank }, start, [rent(1, 'FT1', 5_000)]);
  await withhold(2_000);
  await payTax(2_000, day(2));
  await expectParts(at.bank, day(2), { outstanding: [['tax_remitted', 2_000]] });
  await w.take({ id: at.bank }, start + 5_000, [rent(9, 'FT2', 100)]);
  await expectParts(at.bank, day(9), { outstanding: [['tax_remitted', 2_000]] });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await w.take({ id: at.bank }, start + 5_100, [[day(9), 'KRA PAYMENT', `KRAREF${n}`, -2_000]]);
  await expectParts(at.bank, day(9), {});
});

test('reconciliation of a day: a line posted on a later day is late on its own day, and one posted later with its value date is not', async () => {
  await w.take({ id: at.bank }, start, [
    rent(1, 'FT1', 5_000),
    [day(4), 'KRA PAYMENT ONE', 'KRA1', -2_000],
    [day(5), 'KRA PAYMENT TWO', 'KRA2', -3_000],
  ]);
  await withhold(5_000);
  await expectParts(at.bank, day(5), {
    unidentified: [
      ['KRA PAYMENT TWO', -3_000],
      ['KRA PAYMENT ONE', -2_000],
    ],
  });
  await payTax(2_000, day(4));
  await payTax(3_000, day(8));
  await expectParts(at.bank, day(4), {});
  await expectParts(at.bank, day(5), { late_cents: -3_000 });
  await expectParts(at.bank, day(8), {});
  // A receipt recorded for an earlier day is in the ledger of that day, too.
  await post({ kind: 'money_received', valueDay: day(7), pairs: buildMoneyReceivedPostings(place(), 700) });
  await expectParts(at.bank, day(6), { late_cents: -3_000 });
  await expectParts(at.bank, day(7), { late_cents: -3_000, in_transit: [['money_received', -700]] });
});

test('own move: one that complete statements do not show after five days stops that account until two people undo it', async () => {
  await w.take({ id: at.bank }, start, [rent(1, 'FT1', 5_000)]);
  await today(2);
  const move = await w.as((ctx) => recordInterFundClearing(ctx, { account_id: at.bank, to_fund: 'P', cents: toCents(30_000), proof: 'FALSE77' }));
  await today(6);
  await w.take({ id: at.bank }, start + 5_000, [rent(6, 'FT2', 100)]);
  await expectParts(at.bank, day(6), { outstanding: [['funds_cleared', 30_000]] });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await today(7);
  await w.take({ id: at.bank }, start + 5_100, [rent(7, 'FT3', 100)]);
  const { overdue_moves } = await expectParts(at.bank, day(7), {}, 30_000);
  expect(overdue_moves?.items).toMatchObject([{ code: move.code, cents: 30_000, overdue: true }]);
  const [said] = (await w.as((ctx) => corrections.listReconciliations(ctx))).results.filter(({ account }) => account.id === at.bank);
  expect(said?.said).toMatchObject({ difference_cents: 30_000, overdue: [{ transfer: move.code }], outstanding: [] });
  expect([await readPayoutsBlockedReason(db()), await readAllPayoutsBlockedReason(db())]).toEqual([expect.stringMatching(/Bank/), null]);
  await expect(
    w.as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: at.bank, reason: 'The bank has more than the ledger' })),
  ).rejects.toMatchObject({ message: expect.stringContaining(move.code) });
  const { id } = await w.as((ctx) => requestMoveUndo(ctx, { id: move.id, reason: 'The transfer never happened' }));
  await runAsPerson(w.services, second, (ctx) => decideApprovalRequest(w.services)(ctx, { id, approve: true, reason: '' }));
  await expectParts(at.bank, day(7), {});
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});
