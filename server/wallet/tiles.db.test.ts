import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { calculateWalletTiles, listShownBalances } from '#contract/wallet/tiles.ts';
import { postJournal } from '#server/ledger/service.ts';
import { exportPayoutLinesCsv, listPayoutLines, readPayoutDetails } from '#server/settlement/read.ts';
import { withdrawService } from '#server/settlement/withdraw.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addMoney, addPayout, addTransfer } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { walletBalanceClosingCheck, walletDebtClosingCheck } from './closing.ts';
import { readWalletBalance, walletService } from './service.ts';

let services: TestServices;
let boss: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  boss = await createPerson(services, 'superadmin');
});
const own = (who: TestPerson) => walletService(services).ownWallet(createTestCtx(services, who));
let n = 0;
const booked = (company: number, dr: object, cr: object, fund: 'C' | 'P' | 'D', amount: number) =>
  postJournal(services.database.db, {
    key: `tiles:${++n}:${company}`,
    kind: 'adjustment',
    source: ['test', n],
    companyId: company,
    params: {},
    pairs: [
      {
        fund,
        dr: { code: ledgerAccounts.mpesaPaybill, ref: 'collection:1', ...dr },
        cr: { code: ledgerAccounts.ownerPayable, company, ...cr },
        cents: toCents(amount),
      },
    ],
  });

test('wallet: after a cash payment that is not allocated, the balances below the tiles add up to the total of the tiles', async () => {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(services, company, 1_000_000);
  await booked(
    company,
    { code: ledgerAccounts.cashInHand, company, ref: undefined },
    { code: ledgerAccounts.unallocatedReceipts, company: undefined },
    'C',
    200_000,
  );
  const wallet = await own(who);
  const tiles = calculateWalletTiles(wallet);
  const shown = listShownBalances(wallet.pockets, wallet.in_hand_cents);
  expect([wallet.in_hand_cents, tiles.whole, sumCents(shown.map((pocket) => pocket.total_cents))]).toEqual([200_000, 800_000, 800_000]);
  expect(sumCents(shown.map((pocket) => pocket.owed_cents))).toBe(tiles.owed);
  for (const pocket of shown)
    expect(pocket.total_cents - pocket.pending_cents - pocket.reserved_cents - pocket.asked_cents - pocket.owed_cents).toBe(pocket.available_cents);
});

test('wallet tiles: the amounts on hold, requested, in transit, topped up and owed add up to the total', async () => {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(services, company, 1_000_000);
  await addTransfer(services, company, boss.id, 'sent');
  const hold = { company_id: company, fund: 'C', code: ledgerAccounts.ownerPayable, cents: 30_000, source: 'test', reason: '' } as const;
  await services.database.db
    .insertInto('wallet_hold')
    .values([
      { ...hold, kind: 'clearing', source_id: 1, until: new Date(clock.ms() + 86_400_000) },
      { ...hold, kind: 'dispute', source_id: 2 },
    ])
    .execute();
  await services.database.db
    .updateTable('wallet')
    .set({ reserve_cents: toCents(5000) })
    .where('company_id', '=', company)
    .execute();
  await booked(company, {}, { code: ledgerAccounts.walletTopUps }, 'P', 116_000);
  await booked(company, { code: ledgerAccounts.ownerReceivable, company, ref: undefined }, { code: ledgerAccounts.payoutsInTransit }, 'C', 20_000);
  await addPayout(services, company);
  const wallet = await own(who);
  const tiles = calculateWalletTiles(wallet);
  expect(tiles).toMatchObject({ held: 65_000, asked: 100_000, putBy: 116_000, owed: 20_000 });
  expect(sumCents([tiles.available, tiles.held, tiles.asked, tiles.owed, tiles.putBy, tiles.transit])).toBe(tiles.whole);
  expect(tiles.whole).toBe(wallet.total_cents + wallet.transit_cents);
  // The wallet total is one number on its cards, on its page and on the platform's list.
  const listed = await walletService(services).list(createTestCtx(services, boss), {
    page: 1,
    page_size: 10,
    sort: 'name',
    z_filter: { company_id: company },
  });
  expect([sumCents(wallet.pockets.map((pocket) => pocket.total_cents)), listed.results[0]?.total_cents]).toEqual([
    wallet.total_cents,
    wallet.total_cents,
  ]);
  // The list below ends with the same balance, and its statement adds up.
  const told = await walletService(services).listEntries(createTestCtx(services, who), { id: wallet.id, page: 1, page_size: 10 });
  expect(told.results[0]?.balance_cents).toBe(wallet.total_cents);
  expect([told.closing_cents, told.opening_cents + told.in_cents - told.out_cents]).toEqual([wallet.total_cents, wallet.total_cents]);
  const ofPocket = await walletService(services).listEntries(createTestCtx(services, who), {
    id: wallet.id,
    page: 1,
    page_size: 10,
    z_filter: { pocket: 2130 },
  });
  expect([ofPocket.count, ofPocket.closing_cents]).toEqual([1, 116_000]);
  // The platform's list shows the same held amount as the payee's tile. A page after the last one still has the count.
  expect(listed.results).toMatchObject([{ held_cents: tiles.held, total_cents: wallet.total_cents }]);
  const past = await walletService(services).listEntries(createTestCtx(services, who), { id: wallet.id, page: 99, page_size: 10 });
  expect([past.count, past.results]).toEqual([told.count, []]);
  const { csv, count } = await walletService(services).entriesCsv(createTestCtx(services, who), { id: wallet.id });
  expect([count, csv.split('\r\n').length]).toEqual([told.count, told.count + 1]);
});

test('wallet: shows a debt above the balance to both the owner of the wallet and Makao', async () => {
  const agent = await createPerson(services, 'agent');
  const company = agent.me.companyId ?? 0;
  await booked(
    company,
    { code: ledgerAccounts.agentReceivable, company, ref: undefined },
    { code: ledgerAccounts.ownerPayable, company: (await createPerson(services, 'owner')).me.companyId ?? 0 },
    'C',
    820_780,
  );
  const wallet = await own(agent);
  expect(wallet.pockets).toMatchObject([{ code: ledgerAccounts.agentPayable, total_cents: 0, owed_cents: 0, owes_cents: 820_780 }]);
  expect(await walletService(services).walletDetails(createTestCtx(services, boss), { id: wallet.id })).toMatchObject({
    pockets: [{ owes_cents: 820_780 }],
  });
});

test('deposit statement: lists every deposit, including deposits paid before move-in, with the same total as the wallet tile', async () => {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(services, company, 100);
  for (let at = 1; at <= 12; at++)
    await booked(
      company,
      { code: ledgerAccounts.depositBank, ref: 'collection:1' },
      { code: at % 2 ? 2010 : 2090, ref: `booking:${900_000 + at}` },
      'D',
      1000 * at,
    );
  const wallet = await own(who);
  const [first, second] = [1, 2].map((page) =>
    walletService(services).listDeposits(createTestCtx(services, who), { id: wallet.id, page, page_size: 10 }),
  );
  const [a, b] = [await first, await second];
  expect([a?.count, a?.results.length, b?.results.length, a?.total_cents]).toEqual([12, 10, 2, wallet.deposits_cents]);
  expect(wallet.deposits_cents).toBe(78_000);
  const past = await walletService(services).listDeposits(createTestCtx(services, who), { id: wallet.id, page: 3, page_size: 10 });
  expect([past.count, past.total_cents, past.results]).toEqual([12, 78_000, []]);
});

test('payout page: opens only for the payee and for super admins', async () => {
  const [who, stranger, admin] = [
    await createPerson(services, 'owner'),
    await createPerson(services, 'owner'),
    await createPerson(services, 'admin'),
  ];
  const company = who.me.companyId ?? 0;
  const { payout } = await addTransfer(services, company, boss.id, 'confirmed');
  const mine = await readPayoutDetails(createTestCtx(services, who), { id: payout.id });
  expect(mine).toMatchObject({ code: payout.code, net_cents: 100_000, moves: [], blocked: null, may_take_back: false });
  expect(mine.transfers).toHaveLength(1);
  for (const other of [stranger, admin]) {
    await expect(readPayoutDetails(createTestCtx(services, other), { id: payout.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(listPayoutLines(createTestCtx(services, other), { id: payout.id, page: 1, page_size: 10 })).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(exportPayoutLinesCsv(createTestCtx(services, other), { id: payout.id })).rejects.toMatchObject({ failure: 'notFound' });
  }
  await addPayout(services, company, { status: 'paid', approved_by: boss.id, approved_at: clock.now(), paid_at: clock.now() });
  const draft = await addPayout(services, company, { made_by: who.id });
  expect(await readPayoutDetails(createTestCtx(services, who), { id: draft.id })).toMatchObject({ may_take_back: true });
  const listed = await withdrawService(services).listOwnPayouts(createTestCtx(services, who), { page: 1, page_size: 10 });
  // Payouts in transit and drafts are not counted as paid.
  expect([listed.count, listed.paid_cents]).toEqual([3, 100_000]);
  expect((await withdrawService(services).payoutsCsv(createTestCtx(services, who), {})).csv).toContain(payout.code);
});

test('cash collected by an owner: is recorded as a debt once and deducted once', async () => {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(services, company, 1_000_000);
  await booked(company, { code: ledgerAccounts.cashInHand, company, ref: undefined }, {}, 'C', 300_000);
  const wallet = await own(who);
  expect(wallet.pockets.map(({ code, owes_cents }) => [code, owes_cents])).toEqual([[2000, 300_000]]);
  // An owner who also manages keeps the full commission while their rent covers the cash.
  await booked(company, {}, { code: ledgerAccounts.agentPayable }, 'C', 50_000);
  const both = await own(who);
  expect(both.pockets.map(({ code, owes_cents, available_cents }) => [code, owes_cents, available_cents])).toEqual([
    [2000, 300_000, 1_000_000],
    [2040, 0, 50_000],
  ]);
  expect((await readWalletBalance(services.database.db, company, 2040)).held).toBe(0);
  await booked(company, { code: ledgerAccounts.cashInHand, company, ref: undefined }, { code: ledgerAccounts.payoutsInTransit }, 'C', 1_020_000);
  expect((await own(who)).pockets.map(({ code, owes_cents }) => [code, owes_cents])).toEqual([
    [2000, 1_300_000],
    [2040, 20_000],
  ]);
  expect((await readWalletBalance(services.database.db, company, 2040)).held).toBe(20_000);
});

test('rent collected in cash: is neither shown on a wallet tile nor counted as a debt, even when the account is closed', async () => {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  await addMoney(services, company, 1_000_000);
  await booked(company, { code: ledgerAccounts.cashInHand, company, ref: undefined }, {}, 'C', 100_000);
  const wallet = await own(who);
  expect(wallet).toMatchObject({ in_hand_cents: 100_000, total_cents: 1_100_000 });
  expect(calculateWalletTiles(wallet)).toMatchObject({ whole: 1_000_000, available: 1_000_000, owed: 0 });
  expect(await walletDebtClosingCheck(services.database.db, who.id)).toBeNull();
  expect(await walletBalanceClosingCheck(services.database.db, who.id)).toContain('10,000');
  // Cash above the owner's own rent is others' money and a debt.
  await booked(
    company,
    { code: ledgerAccounts.cashInHand, company, ref: undefined },
    { code: ledgerAccounts.payoutsInTransit, company: undefined, ref: 'test' },
    'C',
    1_500_000,
  );
  const beyond = await own(who);
  expect(beyond.in_hand_cents).toBe(1_100_000);
  expect(await walletDebtClosingCheck(services.database.db, who.id)).toContain('5,000');
});
