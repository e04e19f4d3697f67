import { expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents, toDecimalText } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { createTestServices } from '#test/db.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import { addPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson } from '#test/people.ts';
import { importApproved } from '#test/statement-imports.ts';
import { approvePayout } from './approve.ts';
import { startPayoutRun } from './run-batches.ts';
import { onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

test('sending fee charged to the payee: payout and fee match two statement lines and two journal entries without a difference', async () => {
  const services = await createTestServices();
  const { db } = services.database;
  const [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await db.insertInto('ledger_book').values({ company_id: company, mode: 'trust' }).execute();
  await addPayoutAccount(services, company, { is_default: true });
  const place = await createCollectionAccount(db, {
    company_id: null,
    rail: 'mpesa',
    name: 'Paybill',
    number: '600111',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  const ref = `collection:${place?.id}`;
  await db
    .updateTable('wallet_setting')
    .set({ fee_bearer: 'payee', fees: JSON.stringify([{ upto: 25_000_000, cents: 1300 }]) })
    .execute();
  await postJournal(db, {
    // Before the first day of the statement.
    valueDay: addDays(clock.today(), -10),
    key: 'test:rent',
    kind: 'money_allocated',
    source: ['test', 1],
    companyId: company,
    params: {},
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.mpesaPaybill, ref }, cr: { code: ledgerAccounts.ownerPayable, company }, cents: toCents(1_000_000) },
    ],
  });
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const draft = await db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  expect(draft.net_cents).toBe(998_700);
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  const transfer = await db.selectFrom('settlement_transaction').selectAll().executeTakeFirstOrThrow();
  await sendTransfer(db, payoutTransferPurpose, createRailWithoutResults().rail, transfer.id);
  const answer = { conversationId: null, originator: transfer.key, code: '0', receipt: 'TCH4XY7Z1Q', text: 'ok', cents: 998_700 };
  await db.transaction().execute((tx) => onPayoutAnswer(asClock(tx, 'a test'), answer));
  expect([
    await readAccountBalance(db, 'C', { code: ledgerAccounts.payoutsInTransit, company }),
    await readAccountBalance(db, 'C', { code: ledgerAccounts.ownerPayable, company }),
  ]).toEqual([0, 0]);
  const day = clock.today();
  const lines = [
    ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn', 'Balance'],
    ['TCH4XY7Z1Q', `${day} 09:00:00`, 'Business Payment to Customer', 'Completed', '', toDecimalText(toCents(998_700)), toDecimalText(toCents(1300))],
    ['TCH4XY7Z1Q', `${day} 09:00:00`, 'B2C Charge', 'Completed', '', toDecimalText(toCents(1300)), toDecimalText(toCents(0))],
  ];
  const csv = lines.map((line) => line.join(',')).join('\n');
  const read = await runAsPerson(services, other, (ctx) => statements.uploadStatement(ctx, { account_id: place?.id ?? 0, name: 'march.csv', csv }));
  await importApproved(services, other, read.id);
  const figure = await db.selectFrom('bank_figure').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect([figure.cents, figure.books_cents, figure.difference_cents]).toEqual([0, 0, 0]);
  const matched = await db
    .selectFrom('statement_line')
    .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
    .select('journal.kind')
    .execute();
  expect(matched.map(({ kind }) => kind).sort()).toEqual(['payout_charge', 'payout_confirmed']);
  expect([
    await readAccountBalance(db, 'P', { code: ledgerAccounts.paymentCharges }),
    await readPayoutsBlockedReason(db),
    await findFailedLedgerChecks(services),
  ]).toEqual([0, null, []]);
});
