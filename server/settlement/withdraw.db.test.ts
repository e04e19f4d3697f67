import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createConfirmationCode } from '#test/fixtures/payout-codes.ts';
import { addMoney, addPayoutAccount, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { withdrawService } from './withdraw.ts';

let services: TestServices;
const what = (payout_account_id: number, sum = 100_000) => ({
  account_code: ledgerAccounts.ownerPayable as 2000 | 2040,
  payout_account_id,
  cents: toCents(sum),
});
const take = async (who: TestPerson, w: ReturnType<typeof what>, typed?: string) => {
  const code = await createConfirmationCode(services, who, 'withdraw', `${who.me.companyId}:${w.account_code}:${w.payout_account_id}:${w.cents}`);
  return typedIn(who, w, typed ?? code);
};
/** The steps run in the order of the call registry: the code is checked before the transaction begins. */
const typedIn = async (who: TestPerson, w: ReturnType<typeof what>, code: string) => {
  const { withdraw } = withdrawService(services);
  const ready = await withdraw.first(createTestCtx(services, who), { ...w, code });
  return runAsPerson(services, who, (ctx) => withdraw.work(ctx, { ...w, code }, ready));
};
async function owner(there = 1_000_000) {
  const who = await createPerson(services, 'owner');
  const company = who.me.companyId ?? 0;
  if (there > 0) await addMoney(services, company, there);
  return { who, company };
}

beforeAll(async () => {
  services = await createTestServices();
});

test('withdrawal: needs a confirmation code and approval by Makao, and a second pending withdrawal is rejected', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(services, company);
  await expect(take(who, what(account), '999999')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await take(who, what(account))).toMatchObject({ status: 'draft', kind: 'withdrawal', net_cents: 100_000 });
  expect(await readAccountBalance(services.database.db, 'C', { code: ledgerAccounts.ownerPayable, company })).toBe(1_000_000);
  await expect(take(who, what(account, 200_000))).rejects.toMatchObject({ failure: 'conflict' });
});

test('withdrawal: the confirmation code for one amount is rejected for another amount', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(services, company);
  await createConfirmationCode(services, who, 'withdraw', `${company}:2000:${account}:100000`);
  await expect(typedIn(who, what(account, 900_000), '123456')).rejects.toMatchObject({ failure: 'invalid' });
});

test('withdrawal: rejects a new account, an amount outside the limits, a frozen wallet and another company', async () => {
  const { who, company } = await owner();
  const fresh = await addPayoutAccount(services, company, { changed_at: new Date(clock.ms() - 3_600_000) });
  await expect(take(who, what(fresh))).rejects.toMatchObject({ failure: 'conflict' });
  const account = await addPayoutAccount(services, company);
  await expect(take(who, what(account, 1_000_100))).rejects.toMatchObject({ failure: 'invalid' });
  await expect(take(who, what(account, 5000))).rejects.toMatchObject({ failure: 'invalid' });
  const stranger = await owner();
  await expect(take(stranger.who, what(account))).rejects.toMatchObject({ failure: 'notFound' });
  await services.database.db.updateTable('wallet').set({ status: 'frozen' }).where('company_id', '=', company).execute();
  await expect(take(who, what(account))).rejects.toMatchObject({ failure: 'conflict' });
});

test('withdrawal: an owner who collects the rent has no rent to withdraw, but can withdraw commission', async () => {
  const { who, company } = await owner(0);
  const account = await addPayoutAccount(services, company);
  await expect(take(who, what(account))).rejects.toMatchObject({ failure: 'invalid' });
  const agent = await createPerson(services, 'agent');
  const theirs = agent.me.companyId ?? 0;
  await postJournal(services.database.db, {
    key: `earned:${theirs}`,
    kind: 'commission',
    source: ['test', theirs],
    companyId: theirs,
    params: {},
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.mpesaPaybill, ref: (await ensurePlatformPayoutAccount(services, 'mpesa')).ref },
        cr: { code: ledgerAccounts.agentPayable, company: theirs },
        cents: toCents(500_000),
      },
    ],
  });
  const asked = { ...what(await addPayoutAccount(services, theirs)), account_code: ledgerAccounts.agentPayable };
  const head = await createPerson(services, 'superadmin');
  const made = await take(agent, asked);
  expect(made).toMatchObject({ status: 'draft', net_cents: 100_000 });
  expect(
    (await listSentNotifications(services, 'settlement.waits')).filter(({ params }) => params.code === made.code).map(({ to }) => to.personId),
  ).toContain(head.id);
  expect((await listSentNotifications(services, 'settlement.waits')).at(-1)?.params).toMatchObject({ by: expect.stringMatching(/^agent /) });
  expect((await walletService(services).ownWallet(createTestCtx(services, agent))).pockets).toMatchObject([
    { code: ledgerAccounts.agentPayable, asked_cents: 100_000, available_cents: 400_000 },
  ]);
  const wallet = await walletService(services).ownWallet(createTestCtx(services, who));
  expect([wallet.mode, wallet.memo, wallet.pockets]).toEqual(['record', { collected_cents: 0, deposits_cents: 0 }, []]);
});

test('withdrawal: cash collected by the owner cannot be withdrawn', async () => {
  const { who, company } = await owner(100_000);
  await postJournal(services.database.db, {
    key: `cash:${company}`,
    kind: 'money_received',
    source: ['test', company],
    companyId: company,
    params: {},
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.cashInHand, company }, cr: { code: ledgerAccounts.ownerPayable, company }, cents: toCents(60_000_000) },
    ],
  });
  const account = await addPayoutAccount(services, company);
  await expect(take(who, what(account, 200_000))).rejects.toMatchObject({ failure: 'invalid' });
});

test('withdrawal: the SMS with the code names the amount and the payout account', async () => {
  const { who, company } = await owner();
  const account = await addPayoutAccount(services, company);
  await runAsPerson(services, who, (ctx) => withdrawService(services).sendCode(ctx, what(account)));
  const sent = (await listSentNotifications(services)).findLast((one) => one.event === 'security.phone_code' || one.event === 'security.email_code');
  expect(sent?.params.says).toMatch(/KES 1,000 .*•••678/);
});

test('wallet adjustment: is requested by one person and posted by another', async () => {
  const { who, company } = await owner(0);
  const [one, two] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  const service = walletService(services);
  const { id } = await services.database.db.selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow();
  const given = {
    id,
    account_code: ledgerAccounts.ownerPayable,
    direction: 'in' as const,
    cents: toCents(5000),
    reason: 'Booked to the wrong owner',
  };
  const asked = await runAsPerson(services, one, (ctx) => service.requestAdjustment(ctx, given));
  await expect(runAsPerson(services, one, (ctx) => service.decideAdjustment(ctx, { id: asked.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
  await expect(runAsPerson(services, two, (ctx) => service.decideAdjustment(ctx, { id: asked.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
  await makeAccountsEstablished(services, two);
  const heard = async (event: string) =>
    (await listSentNotifications(services, event)).filter(({ params }) => params.code === asked.code).map(({ to }) => to.personId);
  expect(await heard('wallet.adjustment_asked')).toEqual(expect.arrayContaining([two.id]));
  expect(await heard('wallet.adjustment_asked')).not.toContain(one.id);
  expect(await heard('wallet.adjusted')).toEqual([]);
  await runAsPerson(services, two, (ctx) => service.decideAdjustment(ctx, { id: asked.id, move: 'book' }));
  expect(await readAccountBalance(services.database.db, 'C', { code: ledgerAccounts.ownerPayable, company })).toBe(5000);
  expect(await heard('wallet.adjusted')).toEqual([who.id]);
  const names = await services.database.db.selectFrom('person').select(['id', 'name']).where('id', 'in', [one.id, two.id]).orderBy('id').execute();
  const [asker, approver] = names.map(({ name }) => name);
  expect((await listSentNotifications(services, 'wallet.adjustment_asked')).at(-1)?.params).toMatchObject({ by: asker });
  expect((await listSentNotifications(services, 'wallet.adjusted')).at(-1)?.params).toMatchObject({ asked: asker, by: approver });
  const out = await runAsPerson(services, one, (ctx) => service.requestAdjustment(ctx, { ...given, direction: 'out', cents: toCents(6000) }));
  await expect(runAsPerson(services, two, (ctx) => service.decideAdjustment(ctx, { id: out.id, move: 'book' }))).rejects.toMatchObject({
    failure: 'conflict',
  });
});

test('wallet entries: show the balance after each entry, and the wallet of another company returns 404', async () => {
  const { who, company } = await owner(700_000);
  await addMoney(services, company, 300_000);
  const service = walletService(services);
  const { id } = await service.ownWallet(createTestCtx(services, who));
  const { results } = await service.listEntries(createTestCtx(services, who), { id, page: 1, page_size: 10 });
  expect(results.map((row) => [row.in_cents, row.balance_cents])).toEqual([
    [300_000, 1_000_000],
    [700_000, 700_000],
  ]);
  const stranger = await createPerson(services, 'owner');
  await expect(service.listEntries(createTestCtx(services, stranger), { id, page: 1, page_size: 10 })).rejects.toMatchObject({ failure: 'notFound' });
});
