import { beforeAll, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import { addMoney, addPayoutAccount, clientBankFile, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from './approve.ts';
import { createBankFile, onStatementTransferPaid } from './bank/bank.ts';
import { listPayoutErrors, readPayoutError } from './payout-errors.ts';
import { retryPayout } from './retry-payout.ts';
import { startPayoutRun } from './run-batches.ts';
import { onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

/** The lock order of payouts: payout, attempt, the payee's account and wallet, the rail, ledger totals. */
let services: TestServices;
let maker: TestPerson;
let other: TestPerson;
let today: Day;
const db = () => services.database.db;

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  // The platform bears the sending fee, so the paybill needs cash of other owners.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 5_000_000);
});

/** A payout that a second person approved, with its attempt. */
async function approved(facts: object = {}) {
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await addMoney(services, company);
  if ('rail' in facts)
    await postJournal(db(), {
      key: `cash:${company}`,
      kind: 'adjustment',
      source: ['test', company],
      companyId: company,
      params: {},
      pairs: [
        {
          fund: 'C',
          dr: { code: ledgerAccounts.clientBank, ref: (await ensurePlatformPayoutAccount(services, 'bank')).ref },
          cents: toCents(1_000_000),
          cr: { code: ledgerAccounts.mpesaPaybill, ref: (await ensurePlatformPayoutAccount(services, 'mpesa')).ref },
        },
      ],
    });
  const account = await addPayoutAccount(services, company, { is_default: true, ...facts });
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: today }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const transfer = await db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  const wallet = await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirst();
  return { company, account, draft, transfer, wallet: wallet ? [['wallet', wallet.id] as const] : [] };
}

test('lock order: a payout retry locks the payout before its transfer, account and wallet', async () => {
  const { company, account, draft, transfer, wallet } = await approved();
  await sendTransfer(db(), payoutTransferPurpose, createRailWithoutResults().rail, transfer.id);
  const said = { conversationId: null, originator: transfer.key, code: '2040', receipt: null, text: 'said', cents: null };
  await db()
    .transaction()
    .execute((tx) => onPayoutAnswer(asClock(tx, 'a test'), said));
  const [stuck] = (
    await listPayoutErrors(createTestCtx(services, other), {
      page: 1,
      page_size: 10,
      sort: '-last_at',
      z_filter: { company_id: company, status: 'open' },
    })
  ).results;
  const { id, revision } = await readPayoutError(createTestCtx(services, other), { id: stuck?.id ?? 0 });
  await assertHoldsNoLaterLocks(
    services,
    ['settlement_payment', draft.id],
    [['settlement_transaction', transfer.id], ['payout_account', account], ...wallet],
    () => runAsPerson(services, other, (ctx) => retryPayout(ctx, { id, revision, payout_account_id: null })),
  );
});

test('lock order: a confirmation by bank statement locks the payout before its transfer', async () => {
  const { draft, transfer } = await approved({ rail: 'bank', bank_code: '01' });
  await runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile));
  const line = { accountId: transfer.account_id ?? 0, rail: 'bank' as const, cents: transfer.cents, reference: 'FT1', details: transfer.code };
  await assertHoldsNoLaterLocks(services, ['settlement_payment', draft.id], [['settlement_transaction', transfer.id]], () =>
    db()
      .transaction()
      .execute((tx) => onStatementTransferPaid(asClock(tx, 'a test'), { ...line, day: today })),
  );
});
