import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { balance, post } from '#server/ledger/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { mailCodeFor } from '#test/worlds/payout-codes.ts';
import { addMoney, addPayoutAccount, payingPlace } from '#test/worlds/payouts.ts';
import { withdrawService } from './withdraw.ts';

let house: House;
const what = (payout_account_id: number, sum = 100_000) => ({
  account_code: accounts.ownerPayable as 2000 | 2040,
  payout_account_id,
  cents: cents(sum),
});
const take = async (who: Somebody, w: ReturnType<typeof what>, typed?: string) => {
  const code = await mailCodeFor(house, who, 'withdraw', `${who.me.companyId}:${w.account_code}:${w.payout_account_id}:${w.cents}`);
  return typedIn(who, w, typed ?? code);
};
/** As the registry runs it: the code is looked at before the transaction begins. */
const typedIn = async (who: Somebody, w: ReturnType<typeof what>, code: string) => {
  const { withdraw } = withdrawService(house);
  const ready = await withdraw.first(ctxOf(house, who), { ...w, code });
  return inTransaction(house, who, (ctx) => withdraw.work(ctx, { ...w, code }, ready));
};
async function owner(there = 1_000_000) {
  const who = await somebody(house, 'owner');
  const company = who.me.companyId ?? 0;
  if (there > 0) await addMoney(house, company, there);
  return { who, company };
}

beforeAll(async () => {
  house = await freshHouse();
});

test('money out takes its own code, waits for the platform, and there is one at a time', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(house, company);
  await expect(take(who, what(account), '999999')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await take(who, what(account))).toMatchObject({ status: 'draft', kind: 'withdrawal', net_cents: 100_000 });
  expect(await balance(house.database.db, 'C', { code: accounts.ownerPayable, company })).toBe(1_000_000);
  await expect(take(who, what(account, 200_000))).rejects.toMatchObject({ failure: 'conflict' });
});

test('a code for one amount opens no other', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(house, company);
  await mailCodeFor(house, who, 'withdraw', `${company}:2000:${account}:100000`);
  await expect(typedIn(who, what(account, 900_000), '123456')).rejects.toMatchObject({ failure: 'invalid' });
});

test('not to an account of an hour ago, not more than is there, not less than the least, not out of a frozen wallet, not of another company', async () => {
  const { who, company } = await owner();
  const fresh = await addPayoutAccount(house, company, { changed_at: new Date(clock.ms() - 3_600_000) });
  await expect(take(who, what(fresh))).rejects.toMatchObject({ failure: 'conflict' });
  const account = await addPayoutAccount(house, company);
  await expect(take(who, what(account, 1_000_100))).rejects.toMatchObject({ failure: 'invalid' });
  await expect(take(who, what(account, 5000))).rejects.toMatchObject({ failure: 'invalid' });
  const stranger = await owner();
  await expect(take(stranger.who, what(account))).rejects.toMatchObject({ failure: 'notFound' });
  await house.database.db.updateTable('wallet').set({ status: 'frozen' }).where('company_id', '=', company).execute();
  await expect(take(who, what(account))).rejects.toMatchObject({ failure: 'conflict' });
});

test('who holds their money themselves has no rent with us; commission is paid out by us all the same', async () => {
  const { who, company } = await owner(0);
  const account = await addPayoutAccount(house, company);
  await expect(take(who, what(account))).rejects.toMatchObject({ failure: 'invalid' });
  const agent = await somebody(house, 'agent');
  const theirs = agent.me.companyId ?? 0;
  await post(house.database.db, {
    ...{ key: `earned:${theirs}`, kind: 'commission', source: ['test', theirs], companyId: theirs, params: {} },
    pairs: [
      {
        fund: 'C',
        dr: { code: accounts.mpesaPaybill, ref: (await payingPlace(house, 'mpesa')).ref },
        cr: { code: accounts.agentPayable, company: theirs },
        cents: cents(500_000),
      },
    ],
  });
  const asked = { ...what(await addPayoutAccount(house, theirs)), account_code: accounts.agentPayable };
  const head = await somebody(house, 'superadmin');
  const made = await take(agent, asked);
  expect(made).toMatchObject({ status: 'draft', net_cents: 100_000 });
  expect((await told(house, 'settlement.waits')).filter(({ params }) => params.code === made.code).map(({ to }) => to.personId)).toContain(head.id);
  expect((await walletService(house).own(ctxOf(house, agent))).pockets).toMatchObject([
    { code: accounts.agentPayable, asked_cents: 100_000, available_cents: 400_000 },
  ]);
  const wallet = await walletService(house).own(ctxOf(house, who));
  expect([wallet.mode, wallet.memo, wallet.pockets]).toEqual(['record', { collected_cents: 0, deposits_cents: 0 }, []]);
});

test('cash an owner says they took is in their own hands: it cannot be withdrawn', async () => {
  const { who, company } = await owner(100_000);
  await post(house.database.db, {
    ...{ key: `cash:${company}`, kind: 'money_received', source: ['test', company], companyId: company, params: {} },
    pairs: [{ fund: 'C', dr: { code: accounts.cashInHand, company }, cr: { code: accounts.ownerPayable, company }, cents: cents(60_000_000) }],
  });
  const account = await addPayoutAccount(house, company);
  await expect(take(who, what(account, 200_000))).rejects.toMatchObject({ failure: 'invalid' });
});

test('the code says how much it sends and where', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(house, company);
  await inTransaction(house, who, (ctx) => withdrawService(house).code(ctx, what(account)));
  const sent = (await told(house)).findLast((one) => one.event === 'security.phone_code' || one.event === 'security.email_code');
  expect(sent?.params.says).toMatch(/KES 1,000 .*•••678/);
});

test('a correction is asked by one and booked by another', async () => {
  const { who, company } = await owner(0);
  const [one, two] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  const service = walletService(house);
  const { id } = await house.database.db.selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow();
  const given = { id, account_code: accounts.ownerPayable, direction: 'in' as const, cents: cents(5000), reason: 'Booked to the wrong owner' };
  const asked = await inTransaction(house, one, (ctx) => service.adjust(ctx, given));
  await expect(inTransaction(house, one, (ctx) => service.adjustDecide(ctx, { id: asked.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
  await expect(inTransaction(house, two, (ctx) => service.adjustDecide(ctx, { id: asked.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
  await longHere(house, two);
  const heard = async (event: string) => (await told(house, event)).filter(({ params }) => params.code === asked.code).map(({ to }) => to.personId);
  expect(await heard('wallet.adjustment_asked')).toEqual(expect.arrayContaining([two.id]));
  expect(await heard('wallet.adjustment_asked')).not.toContain(one.id);
  expect(await heard('wallet.adjusted')).toEqual([]);
  await inTransaction(house, two, (ctx) => service.adjustDecide(ctx, { id: asked.id, move: 'book' }));
  expect(await balance(house.database.db, 'C', { code: accounts.ownerPayable, company })).toBe(5000);
  expect(await heard('wallet.adjusted')).toEqual([who.id]);
  const out = await inTransaction(house, one, (ctx) => service.adjust(ctx, { ...given, direction: 'out', cents: cents(6000) }));
  await expect(inTransaction(house, two, (ctx) => service.adjustDecide(ctx, { id: out.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'conflict',
  });
});

test('entries say what was there after each; a stranger’s wallet does not exist', async () => {
  const { who, company } = await owner(700_000);
  await addMoney(house, company, 300_000);
  const service = walletService(house);
  const { id } = await service.own(ctxOf(house, who));
  const { results } = await service.entries(ctxOf(house, who), { id, page: 1, page_size: 10 });
  expect(results.map((row) => [row.in_cents, row.balance_cents])).toEqual([
    [300_000, 1_000_000],
    [700_000, 700_000],
  ]);
  const stranger = await somebody(house, 'owner');
  await expect(service.entries(ctxOf(house, stranger), { id, page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
});
