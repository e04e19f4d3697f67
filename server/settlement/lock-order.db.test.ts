import { beforeAll, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { post } from '#server/ledger/service.ts';
import { send } from '#server/transfer/service.ts';
import { standStill } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { silent } from '#test/worlds/payout-phone.ts';
import { addMoney, addPayoutAccount, payingPlace } from '#test/worlds/payouts.ts';
import { retry } from './again.ts';
import { approve } from './approve.ts';
import { bankFile, followStatement } from './bank/bank.ts';
import { error, errors } from './desk.ts';
import { run } from './run-batches.ts';
import { onPayoutAnswer, payoutTransfers } from './transfers.ts';

/** A payout's own row comes first, then its attempt, the payee's account and wallet, the rail, the totals. */
let house: House;
let maker: Somebody;
let other: Somebody;
let today: Day;
const db = () => house.database.db;

beforeAll(async () => {
  house = await freshHouse();
  today = await standStill(house);
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  // Sending costs the platform: there is others' cash on the paybill.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0, 5_000_000);
});

/** A payout that a second person approved, with its attempt. */
async function approved(facts: object = {}) {
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  await addMoney(house, company);
  if ('rail' in facts)
    await post(db(), {
      ...{ key: `cash:${company}`, kind: 'adjustment', source: ['test', company], companyId: company, params: {} },
      pairs: [
        {
          ...{ fund: 'C', dr: { code: accounts.clientBank, ref: (await payingPlace(house, 'bank')).ref }, cents: cents(1_000_000) },
          cr: { code: accounts.mpesaPaybill, ref: (await payingPlace(house, 'mpesa')).ref },
        },
      ],
    });
  const account = await addPayoutAccount(house, company, { is_default: true, ...facts });
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: today }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await inTransaction(house, other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const transfer = await db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  const wallet = await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirst();
  return { company, account, draft, transfer, wallet: wallet ? [['wallet', wallet.id] as const] : [] };
}

test('a payout that is sent again', async () => {
  const { company, account, draft, transfer, wallet } = await approved();
  await send(db(), payoutTransfers, silent().rail, transfer.id);
  const said = { conversationId: null, originator: transfer.key, code: '2040', receipt: null, text: 'said', cents: null };
  await db()
    .transaction()
    .execute((tx) => onPayoutAnswer(atClock(tx, 'a test'), said));
  const [stuck] = (await errors(ctxOf(house, other), { page: 1, page_size: 10, sort: '-last_at', z_filter: { company_id: company, status: 'open' } }))
    .results;
  const { id, revision } = await error(ctxOf(house, other), { id: stuck?.id ?? 0 });
  await waitsWithout(house, ['settlement_payment', draft.id], [['settlement_transaction', transfer.id], ['payout_account', account], ...wallet], () =>
    inTransaction(house, other, (ctx) => retry(ctx, { id, revision, payout_account_id: null })),
  );
});

test('a payout that a bank’s statement shows', async () => {
  const { draft, transfer } = await approved({ rail: 'bank', bank_code: '01' });
  await inTransaction(house, other, bankFile);
  const line = { accountId: transfer.account_id ?? 0, rail: 'bank' as const, cents: transfer.cents, reference: 'FT1', details: transfer.code };
  await waitsWithout(house, ['settlement_payment', draft.id], [['settlement_transaction', transfer.id]], () =>
    db()
      .transaction()
      .execute((tx) => followStatement(atClock(tx, 'a test'), { ...line, day: today })),
  );
});
