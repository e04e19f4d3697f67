import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { kes } from '#contract/money/format.ts';
import { unpaid } from '#server/invoice/personal-data.ts';
import { post } from '#server/ledger/service.ts';
import { changeActive, remove } from '#server/people/service.ts';
import { depositsHeld } from '#server/wallet/closing.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { place } from '#test/worlds/market.ts';
import { billed } from '#test/worlds/payments.ts';
import { addMoney, addPayout } from '#test/worlds/payouts.ts';

let house: House;
let admin: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  admin = await somebody(house, 'admin');
});
const off = (id: number) => inTransaction(house, admin, (ctx) => changeActive(ctx, { user_id: id, is_active: false, reason: 'Asked by phone' }));
const gone = async ({ id }: Somebody) => {
  const { code } = await house.database.db.selectFrom('person').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  return inTransaction(house, admin, (ctx) => remove(ctx, { user_id: id, user_code: code, reason: 'Asked by phone' }));
};
const refused = { failure: 'conflict' };

test('whoever led a company and was switched off is not removed while its money, a payout, a debt or a lease is open', async () => {
  const { db } = house.database;
  const rich = await somebody(house, 'owner');
  await addMoney(house, rich.me.companyId ?? 0, 10_000);
  const waits = await somebody(house, 'owner');
  await addPayout(house, waits.me.companyId ?? 0);
  const owes = await somebody(house, 'dealer');
  await post(db, {
    ...{ key: 'closing:1', kind: 'commission_back', source: ['test', 1], companyId: owes.me.companyId, params: {} },
    pairs: [
      {
        fund: 'P',
        dr: { code: accounts.agentReceivable, company: owes.me.companyId ?? 0 },
        cr: { code: accounts.dealerCommissionExpense, company: owes.me.companyId ?? 0 },
        cents: cents(5_000),
      },
    ],
  });
  const here = await place(house);
  await livedIn(house, here.property);
  // Deposits of tenants, and what tenants have not paid, with nobody living there any more.
  const holds = await somebody(house, 'owner');
  const company = holds.me.companyId ?? 0;
  await post(db, {
    ...{ key: 'closing:2', kind: 'adjustment', source: ['test', 2], companyId: company, params: {} },
    pairs: [
      {
        fund: 'D',
        dr: { code: accounts.depositBank, ref: 'collection:1' },
        cr: { code: accounts.depositsHeld, company, ref: 'booking:900001' },
        cents: cents(7_000),
      },
    ],
  });
  const asks = await place(house);
  const left = await livedIn(house, asks.property);
  await inTransaction(house, asks.owner, (ctx) => billed(ctx, left, 30_000));
  await db.updateTable('tenancy').set({ status: 'expired' }).where('id', '=', left).execute();
  expect(await depositsHeld(db, holds.id)).toContain(`${kes(cents(7_000))} of deposits`);
  expect(await unpaid(db, asks.owner.id)).toContain(`over ${kes(cents(30_000))} is not paid`);
  for (const who of [rich, waits, owes, here.owner, holds, asks.owner]) {
    await off(who.id);
    await expect(gone(who), String(who.id)).rejects.toMatchObject(refused);
  }
  const free = await somebody(house, 'owner');
  await off(free.id);
  expect(await gone(free)).toEqual({ id: free.id });
});
