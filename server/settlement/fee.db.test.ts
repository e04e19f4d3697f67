import { expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents, decimal } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance, post, settlementsStopped } from '#server/ledger/service.ts';
import { send } from '#server/transfer/service.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import { freshHouse } from '#test/db.ts';
import { inTransaction, longHere, somebody } from '#test/world.ts';
import { unproven } from '#test/worlds/payments.ts';
import { silent } from '#test/worlds/payout-phone.ts';
import { addPayoutAccount } from '#test/worlds/payouts.ts';
import { approve } from './approve.ts';
import { run } from './run-batches.ts';
import { onPayoutAnswer, payoutTransfers } from './transfers.ts';

test('a payee who bears the fee: payout and charge are two lines of M-Pesa’s statement and two journals, and nothing is left unexplained', async () => {
  const house = await freshHouse();
  const { db } = house.database;
  const [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  await db.insertInto('ledger_book').values({ company_id: company, mode: 'trust' }).execute();
  await addPayoutAccount(house, company, { is_default: true });
  const place = await addAccount(db, {
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
  await post(db, {
    // Before what the statement begins with.
    valueDay: addDays(clock.today(), -10),
    ...{ key: 'test:rent', kind: 'money_allocated', source: ['test', 1], companyId: company, params: {} },
    pairs: [{ fund: 'C', dr: { code: accounts.mpesaPaybill, ref }, cr: { code: accounts.ownerPayable, company }, cents: cents(1_000_000) }],
  });
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const draft = await db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  expect(draft.net_cents).toBe(998_700);
  await inTransaction(house, other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  expect(await unproven(house)).toEqual([]);
  const transfer = await db.selectFrom('settlement_transaction').selectAll().executeTakeFirstOrThrow();
  await send(db, payoutTransfers, silent().rail, transfer.id);
  const answer = { conversationId: null, originator: transfer.key, code: '0', receipt: 'TCH4XY7Z1Q', text: 'ok', cents: 998_700 };
  await db.transaction().execute((tx) => onPayoutAnswer(atClock(tx, 'a test'), answer));
  expect([
    await balance(db, 'C', { code: accounts.payoutsInTransit, company }),
    await balance(db, 'C', { code: accounts.ownerPayable, company }),
  ]).toEqual([0, 0]);
  const day = clock.today();
  const lines = [
    ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn', 'Balance'],
    ['TCH4XY7Z1Q', `${day} 09:00:00`, 'Business Payment to Customer', 'Completed', '', decimal(cents(998_700)), decimal(cents(1300))],
    ['TCH4XY7Z1Q', `${day} 09:00:00`, 'B2C Charge', 'Completed', '', decimal(cents(1300)), decimal(cents(0))],
  ];
  const csv = lines.map((line) => line.join(',')).join('\n');
  const read = await inTransaction(house, other, (ctx) => statements.readStatement(ctx, { account_id: place?.id ?? 0, name: 'march.csv', csv }));
  await inTransaction(house, other, (ctx) => statements.importStatement(ctx, { id: read.id }));
  const figure = await db.selectFrom('bank_figure').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect([figure.cents, figure.books_cents, figure.difference_cents]).toEqual([0, 0, 0]);
  const matched = await db
    .selectFrom('statement_line')
    .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
    .select('journal.kind')
    .execute();
  expect(matched.map(({ kind }) => kind).sort()).toEqual(['payout_charge', 'payout_confirmed']);
  expect([await balance(db, 'P', { code: accounts.paymentCharges }), await settlementsStopped(db), await unproven(house)]).toEqual([0, null, []]);
});
