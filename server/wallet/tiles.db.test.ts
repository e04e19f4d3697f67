import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { tilesOf } from '#contract/wallet/tiles.ts';
import { post } from '#server/ledger/service.ts';
import { lines, linesCsv, payment } from '#server/settlement/read.ts';
import { withdrawService } from '#server/settlement/withdraw.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { addMoney, addPayout, addTransfer } from '#test/worlds/payouts.ts';
import { moneyLeft, owing } from './closing.ts';
import { pocketSeen, walletService } from './service.ts';

let house: House;
let boss: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  boss = await somebody(house, 'superadmin');
});
const own = (who: Somebody) => walletService(house).own(ctxOf(house, who));
let n = 0;
const booked = (company: number, dr: object, cr: object, fund: 'C' | 'P' | 'D', amount: number) =>
  post(house.database.db, {
    ...{ key: `tiles:${++n}:${company}`, kind: 'adjustment', source: ['test', n], companyId: company, params: {} },
    pairs: [
      {
        fund,
        dr: { code: accounts.mpesaPaybill, ref: 'collection:1', ...dr },
        cr: { code: accounts.ownerPayable, company, ...cr },
        cents: cents(amount),
      },
    ],
  });

test('the tiles of a wallet add up to the whole: with money held, asked for, on its way, put by and owed', async () => {
  const who = await somebody(house, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(house, company, 1_000_000);
  await addTransfer(house, company, boss.id, 'sent');
  const hold = { company_id: company, fund: 'C', code: accounts.ownerPayable, cents: 30_000, source: 'test', reason: '' } as const;
  await house.database.db
    .insertInto('wallet_hold')
    .values([
      { ...hold, kind: 'clearing', source_id: 1, until: new Date(clock.ms() + 86_400_000) },
      { ...hold, kind: 'dispute', source_id: 2 },
    ])
    .execute();
  await house.database.db
    .updateTable('wallet')
    .set({ reserve_cents: cents(5000) })
    .where('company_id', '=', company)
    .execute();
  await booked(company, {}, { code: accounts.walletTopUps }, 'P', 116_000);
  await booked(company, { code: accounts.ownerReceivable, company, ref: undefined }, { code: accounts.payoutsInTransit }, 'C', 20_000);
  await addPayout(house, company);
  const wallet = await own(who);
  const tiles = tilesOf(wallet);
  expect(tiles).toMatchObject({ held: 65_000, asked: 100_000, putBy: 116_000, owed: 20_000 });
  expect(sum([tiles.available, tiles.held, tiles.asked, tiles.owed, tiles.putBy, tiles.transit])).toBe(tiles.whole);
  expect(tiles.whole).toBe(wallet.total_cents + wallet.transit_cents);
  // What is in the wallet is one number: its cards', its own and the platform's list's.
  const listed = await walletService(house).all(ctxOf(house, boss), { page: 1, page_size: 10, sort: 'name', z_filter: { company_id: company } });
  expect([sum(wallet.pockets.map((pocket) => pocket.total_cents)), listed.results[0]?.total_cents]).toEqual([wallet.total_cents, wallet.total_cents]);
  // The list under them ends with the same: one balance over all pockets, and a statement that adds up.
  const told = await walletService(house).entries(ctxOf(house, who), { id: wallet.id, page: 1, page_size: 10 });
  expect(told.results[0]?.balance_cents).toBe(wallet.total_cents);
  expect([told.closing_cents, told.opening_cents + told.in_cents - told.out_cents]).toEqual([wallet.total_cents, wallet.total_cents]);
  const ofPocket = await walletService(house).entries(ctxOf(house, who), { id: wallet.id, page: 1, page_size: 10, z_filter: { pocket: 2130 } });
  expect([ofPocket.count, ofPocket.closing_cents]).toEqual([1, 116_000]);
  // The platform's list has the same held back as the payee's tile; a page past the end of either list still says how many there are.
  expect(listed.results).toMatchObject([{ held_cents: tiles.held, total_cents: wallet.total_cents }]);
  const past = await walletService(house).entries(ctxOf(house, who), { id: wallet.id, page: 99, page_size: 10 });
  expect([past.count, past.results]).toEqual([told.count, []]);
  const { csv, count } = await walletService(house).entriesCsv(ctxOf(house, who), { id: wallet.id });
  expect([count, csv.split('\r\n').length]).toEqual([told.count, told.count + 1]);
});

test('what is owed beyond what is there is said, to its holder and to the platform', async () => {
  const agent = await somebody(house, 'agent');
  const company = agent.me.companyId ?? 0;
  await booked(
    company,
    { code: accounts.agentReceivable, company, ref: undefined },
    { code: accounts.ownerPayable, company: (await somebody(house, 'owner')).me.companyId ?? 0 },
    'C',
    820_780,
  );
  const wallet = await own(agent);
  expect(wallet.pockets).toMatchObject([{ code: accounts.agentPayable, total_cents: 0, owed_cents: 0, owes_cents: 820_780 }]);
  expect(await walletService(house).details(ctxOf(house, boss), { id: wallet.id })).toMatchObject({ pockets: [{ owes_cents: 820_780 }] });
});

test('every deposit is on the statement of deposits, of homes nobody has moved into, too: it comes to what the tile says', async () => {
  const who = await somebody(house, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(house, company, 100);
  for (let at = 1; at <= 12; at++)
    await booked(
      company,
      { code: accounts.depositBank, ref: 'collection:1' },
      { code: at % 2 ? 2010 : 2090, ref: `booking:${900_000 + at}` },
      'D',
      1000 * at,
    );
  const wallet = await own(who);
  const [first, second] = [1, 2].map((page) => walletService(house).deposits(ctxOf(house, who), { id: wallet.id, page, page_size: 10 }));
  const [a, b] = [await first, await second];
  expect([a?.count, a?.results.length, b?.results.length, a?.total_cents]).toEqual([12, 10, 2, wallet.deposits_cents]);
  expect(wallet.deposits_cents).toBe(78_000);
  const past = await walletService(house).deposits(ctxOf(house, who), { id: wallet.id, page: 3, page_size: 10 });
  expect([past.count, past.total_cents, past.results]).toEqual([12, 78_000, []]);
});

test('who is paid opens the payout on the superadmin’s page, and nobody else does', async () => {
  const [who, stranger, admin] = [await somebody(house, 'owner'), await somebody(house, 'owner'), await somebody(house, 'admin')];
  const company = who.me.companyId ?? 0;
  const { payout } = await addTransfer(house, company, boss.id, 'confirmed');
  const mine = await payment(ctxOf(house, who), { id: payout.id });
  expect(mine).toMatchObject({ code: payout.code, net_cents: 100_000, moves: [], blocked: null, may_take_back: false });
  expect(mine.transfers).toHaveLength(1);
  for (const other of [stranger, admin]) {
    await expect(payment(ctxOf(house, other), { id: payout.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(lines(ctxOf(house, other), { id: payout.id, page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(linesCsv(ctxOf(house, other), { id: payout.id })).rejects.toMatchObject({ failure: 'notFound' });
  }
  await addPayout(house, company, { status: 'paid', approved_by: boss.id, approved_at: clock.now(), paid_at: clock.now() });
  const draft = await addPayout(house, company, { made_by: who.id });
  expect(await payment(ctxOf(house, who), { id: draft.id })).toMatchObject({ may_take_back: true });
  const listed = await withdrawService(house).payouts(ctxOf(house, who), { page: 1, page_size: 10 });
  // What is on its way, and a draft, is no money that came.
  expect([listed.count, listed.paid_cents]).toEqual([3, 100_000]);
  expect((await withdrawService(house).payoutsCsv(ctxOf(house, who), {})).csv).toContain(payout.code);
});

test('cash in an owner’s hands is owed once, and holds back once', async () => {
  const who = await somebody(house, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(house, company, 1_000_000);
  await booked(company, { code: accounts.cashInHand, company, ref: undefined }, {}, 'C', 300_000);
  const wallet = await own(who);
  expect(wallet.pockets.map(({ code, owes_cents }) => [code, owes_cents])).toEqual([[2000, 300_000]]);
  // Who manages as well has their commission whole as long as their rent covers what they took.
  await booked(company, {}, { code: accounts.agentPayable }, 'C', 50_000);
  const both = await own(who);
  expect(both.pockets.map(({ code, owes_cents, available_cents }) => [code, owes_cents, available_cents])).toEqual([
    [2000, 300_000, 1_000_000],
    [2040, 0, 50_000],
  ]);
  expect((await pocketSeen(house.database.db, company, 2040)).held).toBe(0);
  await booked(company, { code: accounts.cashInHand, company, ref: undefined }, { code: accounts.payoutsInTransit }, 'C', 1_020_000);
  expect((await own(who)).pockets.map(({ code, owes_cents }) => [code, owes_cents])).toEqual([
    [2000, 1_300_000],
    [2040, 20_000],
  ]);
  expect((await pocketSeen(house.database.db, company, 2040)).held).toBe(20_000);
});

test('rent an owner took in cash is not with us: no tile counts it, and it is a debt neither in the wallet nor where an account is closed', async () => {
  const who = await somebody(house, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(house, company, 1_000_000);
  await booked(company, { code: accounts.cashInHand, company, ref: undefined }, {}, 'C', 100_000);
  const wallet = await own(who);
  expect(wallet).toMatchObject({ in_hand_cents: 100_000, total_cents: 1_100_000 });
  expect(tilesOf(wallet)).toMatchObject({ whole: 1_000_000, available: 1_000_000, owed: 0 });
  expect(await owing(house.database.db, who.id)).toBeNull();
  expect(await moneyLeft(house.database.db, who.id)).toContain('10,000');
  // Beyond what is theirs it is others' money: that is owed.
  await booked(
    company,
    { code: accounts.cashInHand, company, ref: undefined },
    { code: accounts.payoutsInTransit, company: undefined, ref: 'test' },
    'C',
    1_500_000,
  );
  const beyond = await own(who);
  expect(beyond.in_hand_cents).toBe(1_100_000);
  expect(await owing(house.database.db, who.id)).toContain('5,000');
});
