import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { isPayoutBalanced, type PayoutFigures } from '#contract/settlement/net.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { type PayoutRail, queryDueTransfers, sendQueuedTransfers, sendTransfer } from '#server/transfer/service.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import { addPayoutAccount, ensurePlatformPayoutAccount, recordArrival } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from './approve.ts';
import { listPayoutErrors, readPayoutError } from './payout-errors.ts';
import { listPayoutLines, listPayouts, listTransfers, readPayoutDetails } from './read.ts';
import { retryPayout } from './retry-payout.ts';
import { startPayoutRun } from './run-batches.ts';
import { onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

let services: TestServices;
const db = () => services.database.db;
let maker: TestPerson;
let other: TestPerson;
let n = 0;
let today: Day;
const hoursAgo = (hours: number) => new Date(clock.ms() - hours * 3_600_000);

/** Creates an owner in trust mode with this balance, and with a payout account old enough to use. */
async function payee(there: number, { changed = hoursAgo(48), rail = 'mpesa' as 'mpesa' | 'bank', cash = there } = {}) {
  const owner = await createPerson(services, 'owner');
  const company = owner.me.companyId ?? 0;
  await db().insertInto('ledger_book').values({ company_id: company, mode: 'trust' }).execute();
  const account = await addPayoutAccount(services, company, {
    ...{ rail, bank_code: rail === 'bank' ? '01' : null, is_default: true, changed_at: changed, changed_by: owner.id, verified_at: changed },
  });
  await came(company, there, rail === 'mpesa' ? 1000 : 1010, cash);
  return { owner, company, account };
}
async function came(company: number, there: number, code: 1000 | 1010 = 1000, cash = there) {
  const id = ++n;
  const from = { fund: 'C', cr: { code: 2000, company } } as const;
  const { ref } = await ensurePlatformPayoutAccount(services, code === 1000 ? 'mpesa' : 'bank');
  const pairs = [
    ...(cash > 0 ? [{ ...from, dr: { code, ref }, cents: toCents(Math.min(cash, there)) } as const] : []),
    ...(cash < there ? [{ ...from, dr: { code: 1015 } as const, cents: toCents(there - cash) }] : []),
  ];
  await postJournal(db(), { key: `test:${id}`, kind: 'money_allocated', source: ['test', id], companyId: company, params: {}, pairs });
}
const makeRun = (who = maker) => runAsPerson(services, who, (ctx) => startPayoutRun(ctx, { cut_off: today }));
const draftOf = async (company: number) =>
  db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).orderBy('id', 'desc').executeTakeFirstOrThrow();
const ok = (id: number, net: number, who = other) => runAsPerson(services, who, (ctx) => approvePayout(ctx, { id, net_cents: net }));
const at = (company: number, code: 2000 | 2080) => readAccountBalance(db(), 'C', { code, company });
const transfersOf = (id: number) => db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
const answered = (key: string, code: string, receipt: string | null = null) =>
  db()
    .transaction()
    .execute((tx) => onPayoutAnswer(asClock(tx, 'a test'), { conversationId: null, originator: key, code, receipt, text: 'said', cents: null }));

const setTransfer = (id: number, facts: { ask_at?: Date; sent_at?: Date; created_at?: Date }) =>
  db().updateTable('settlement_transaction').set(facts).where('id', '=', id).execute();

/** Approves and sends a payout, and returns what was sent. */
async function sent(there = 4_500_050) {
  const one = await payee(there);
  await makeRun();
  const draft = await draftOf(one.company);
  expect(await ok(draft.id, draft.net_cents)).toMatchObject({ approved: true });
  const phone = createRailWithoutResults();
  const [transfer] = await transfersOf(draft.id);
  await sendTransfer(db(), payoutTransferPurpose, phone.rail, transfer?.id ?? 0);
  return { ...one, draft, phone, transfer: (await transfersOf(draft.id))[0] as NonNullable<typeof transfer> };
}

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
});

describe('payout run', () => {
  test('creates one draft per payee in whole shillings with its breakdown, and a second run creates no further draft', async () => {
    const { company } = await payee(4_500_050);
    expect((await makeRun()).made).toBeGreaterThanOrEqual(1);
    const draft = await draftOf(company);
    expect([draft.status, draft.net_cents]).toEqual(['draft', 4_500_000]);
    expect(isPayoutBalanced(draft.figures as PayoutFigures)).toBe(true);
    expect(draft.figures).toMatchObject({ gross: 4_500_050, left: 50, net: 4_500_000 });
    const again = await makeRun();
    expect((await draftOf(company)).id).toBe(draft.id);
    expect(again.skipped.length).toBeGreaterThan(0);
    const found = await listPayoutLines(createTestCtx(services, other), { id: draft.id, page: 1, page_size: 10 });
    expect(found.results.map((line) => [line.kind, line.cents])).toEqual([['gross', 4_500_050]]);
  });

  test('creates one draft when two runs are concurrent', async () => {
    const { company } = await payee(1_000_000);
    await Promise.allSettled([makeRun(), makeRun(other)]);
    const rows = await db().selectFrom('settlement_payment').select('id').where('company_id', '=', company).execute();
    expect(rows).toHaveLength(1);
    expect(await db().selectFrom('settlement_run').select('id').where('made', '=', 0).execute()).toEqual([]);
  });

  test('skips a payee with a missing or new payout account, a frozen wallet or an amount below the minimum', async () => {
    const fresh = await payee(1_000_000, { changed: hoursAgo(1) });
    const little = await payee(5_000);
    const frozen = await payee(1_000_000);
    await db().updateTable('wallet').set({ status: 'frozen' }).where('company_id', '=', frozen.company).execute();
    await makeRun();
    for (const { company } of [fresh, little, frozen]) await expect(draftOf(company)).rejects.toThrow();
  });
});

describe('payout approval', () => {
  test('rejects approval by the maker and a second approval, and the next payout starts with the remaining balance', async () => {
    const { company } = await payee(2_000_070);
    await makeRun();
    const draft = await draftOf(company);
    await expect(ok(draft.id, draft.net_cents, maker)).rejects.toMatchObject({ failure: 'forbidden' });
    const both = await Promise.allSettled([ok(draft.id, draft.net_cents), ok(draft.id, draft.net_cents)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([70, 2_000_000]);
    expect(await transfersOf(draft.id)).toHaveLength(1);
    await came(company, 500_030);
    await makeRun();
    expect((await draftOf(company)).figures).toMatchObject({ opening: 70, gross: 500_030, net: 500_100, sent: 0 });
  });

  test('updates a draft with a changed amount, which must be approved a second time', async () => {
    const { company } = await payee(900_000);
    await makeRun();
    const draft = await draftOf(company);
    await came(company, 100_000);
    expect(await ok(draft.id, 900_000)).toEqual({ approved: false, net_cents: 1_000_000, was_cents: 900_000 });
    expect([(await draftOf(company)).status, await at(company, 2080)]).toEqual(['draft', 0]);
    expect(await ok(draft.id, 1_000_000)).toMatchObject({ approved: true });
  });

  test('rejects a payout account changed an hour ago, and an amount above the available cash', async () => {
    const one = await payee(900_000);
    await makeRun();
    const draft = await draftOf(one.company);
    await db()
      .updateTable('payout_account')
      .set({ changed_at: hoursAgo(1) })
      .where('id', '=', one.account)
      .execute();
    await expect(ok(draft.id, draft.net_cents)).rejects.toMatchObject({ failure: 'conflict' });
    const poor = await payee(800_000, { rail: 'bank', cash: 0 });
    await makeRun();
    const short = await draftOf(poor.company);
    await expect(ok(short.id, short.net_cents)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await at(poor.company, 2080)).toBe(0);
  });

  test('is blocked by a failed ledger check', async () => {
    const { company } = await payee(700_000);
    await makeRun();
    const draft = await draftOf(company);
    const bad = await db()
      .insertInto('ledger_proof')
      .values({ scope: 'all', ok: false, failed: '[]', checked: 1, ms: 1, upto: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(ok(draft.id, draft.net_cents)).rejects.toMatchObject({ failure: 'conflict' });
    await db().updateTable('ledger_proof').set({ ok: true }).where('id', '=', bad.id).execute();
    expect(await ok(draft.id, draft.net_cents)).toMatchObject({ approved: true });
  });

  test('an amount above KES 250,000 is sent in several transfers', async () => {
    const { company } = await payee(60_000_000);
    await makeRun();
    const draft = await draftOf(company);
    await ok(draft.id, draft.net_cents);
    expect((await transfersOf(draft.id)).map((row) => row.cents)).toEqual([25_000_000, 25_000_000, 10_000_000]);
  });
});

describe('sending a payout', () => {
  test('sends and confirms the payout once, however often sending is requested or the result is reported', async () => {
    const { company, draft, phone, transfer } = await sent();
    await sendTransfer(db(), payoutTransferPurpose, phone.rail, transfer.id);
    expect(phone.paid).toEqual([transfer.key]);
    expect(transfer).toMatchObject({ status: 'sent', conversation_id: `AG_${transfer.key}` });
    for (let times = 0; times < 3; times++) await answered(transfer.key, '0', `R${transfer.id}`);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([50, 0]);
    expect((await draftOf(company)).status).toBe('paid');
    expect((await transfersOf(draft.id))[0]).toMatchObject({ status: 'confirmed', external_id: `R${transfer.id}` });
  });

  test('a transfer with an unknown result remains in transit, is queried, and is paid when the result arrives', async () => {
    const { company, phone, transfer, draft } = await sent();
    await answered(transfer.key, 'timeout');
    expect([(await transfersOf(draft.id))[0]?.status, await at(company, 2080)]).toEqual(['unknown', 4_500_000]);
    await setTransfer(transfer.id, { ask_at: hoursAgo(1) });
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    expect([phone.asked, phone.paid]).toEqual([[transfer.key], [transfer.key]]);
    const seen = await listPayoutErrors(createTestCtx(services, other), {
      page: 1,
      page_size: 10,
      sort: '-last_at',
      z_filter: { company_id: company },
    });
    expect(seen.results).toMatchObject([{ error: 'timeout', status: 'open' }]);
    await answered(transfer.key, '0', `U${transfer.id}`);
    expect([(await draftOf(company)).status, await at(company, 2080)]).toEqual(['paid', 0]);
    expect((await readPayoutError(createTestCtx(services, other), { id: seen.results[0]?.id ?? 0 })).status).toBe('resolved');
  });

  test('a transfer without a result for a day opens a payout error, and a person records the payment from the statement', async () => {
    const { company, phone, transfer } = await sent();
    await setTransfer(transfer.id, { ask_at: hoursAgo(1), sent_at: hoursAgo(25) });
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    // The transfer is queried automatically a last time; after that only a person can query it.
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    expect(phone.asked).toEqual([transfer.key]);
    const [open] = (
      await listPayoutErrors(createTestCtx(services, other), { page: 1, page_size: 10, sort: '-last_at', z_filter: { company_id: company } })
    ).results;
    const full = await readPayoutError(createTestCtx(services, other), { id: open?.id ?? 0 });
    expect(full.acts).toContain('paid');
    expect((await recordArrival(services, [other, maker], full, 'SLK9X')).status).toBe('resolved');
    expect([(await draftOf(company)).status, await at(company, 2080)]).toEqual(['paid', 0]);
  });

  test('a final failure credits the payee, and a retry uses a new key', async () => {
    const { company, transfer, draft } = await sent();
    await answered(transfer.key, '2040');
    await answered(transfer.key, '2040');
    expect([await at(company, 2000), await at(company, 2080), (await draftOf(company)).status]).toEqual([4_500_050, 0, 'failed']);
    const [open] = (
      await listPayoutErrors(createTestCtx(services, other), { page: 1, page_size: 10, sort: '-last_at', z_filter: { company_id: company } })
    ).results;
    expect(open).toMatchObject({ error: 'bad_account', status: 'open' });
    const again = {
      id: open?.id ?? 0,
      payout_account_id: null,
      revision: (await readPayoutError(createTestCtx(services, other), { id: open?.id ?? 0 })).revision,
    };
    const twice = await Promise.allSettled([
      runAsPerson(services, other, (ctx) => retryPayout(ctx, again)),
      runAsPerson(services, maker, (ctx) => retryPayout(ctx, again)),
    ]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await transfersOf(draft.id);
    expect(rows.map((row) => [row.attempt, row.status])).toEqual([
      [1, 'failed'],
      [2, 'queued'],
    ]);
    expect(rows[1]?.key).not.toBe(rows[0]?.key);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([50, 4_500_000]);
    const phone = createRailWithoutResults();
    await sendTransfer(db(), payoutTransferPurpose, phone.rail, rows[1]?.id ?? 0);
    await answered(rows[1]?.key ?? '', '0', 'AGAIN1');
    expect([(await draftOf(company)).status, await at(company, 2080)]).toEqual(['paid', 0]);
  });

  test('the recovery sweep sends a transfer once after the sending job crashed', async () => {
    const one = await payee(600_000);
    await makeRun();
    const draft = await draftOf(one.company);
    await ok(draft.id, draft.net_cents);
    const phone = createRailWithoutResults();
    const [transfer] = await transfersOf(draft.id);
    await sendQueuedTransfers(db(), payoutTransferPurpose, phone.rail);
    expect(phone.paid).not.toContain(transfer?.key);
    await setTransfer(transfer?.id ?? 0, { created_at: hoursAgo(1) });
    await sendQueuedTransfers(db(), payoutTransferPurpose, phone.rail);
    await sendQueuedTransfers(db(), payoutTransferPurpose, phone.rail);
    expect(phone.paid.filter((key) => key === transfer?.key)).toHaveLength(1);
  });

  test('a refused transfer fails at once, and a result with an unknown key has no effect', async () => {
    const one = await payee(600_000);
    await makeRun();
    const draft = await draftOf(one.company);
    await ok(draft.id, draft.net_cents);
    const [transfer] = await transfersOf(draft.id);
    const refusing: PayoutRail = { ...createRailWithoutResults().rail, pay: async () => ({ kind: 'refused', code: 'makao.off', text: 'off' }) };
    await sendTransfer(db(), payoutTransferPurpose, refusing, transfer?.id ?? 0);
    expect([(await transfersOf(draft.id))[0]?.status, await at(one.company, 2000)]).toEqual(['failed', 600_000]);
    const facts = async () => [await db().selectFrom('settlement_transaction').selectAll().orderBy('id').execute(), await at(one.company, 2000)];
    const before = await facts();
    await answered('S999999-1-1', '0', 'NOBODY');
    expect(await facts()).toEqual(before);
  });
});

test('payout access: a super admin sees all payouts, and an owner sees only their own payouts', async () => {
  const { owner, draft } = await sent(3_000_000);
  const stranger = await createPerson(services, 'owner');
  await expect(readPayoutDetails(createTestCtx(services, stranger), { id: draft.id })).rejects.toMatchObject({ failure: 'notFound' });
  expect((await readPayoutDetails(createTestCtx(services, owner), { id: draft.id })).code).toBe(draft.code);
  const admin = await createPerson(services, 'admin');
  expect((await listPayouts(createTestCtx(services, admin), { page: 1, page_size: 10, sort: '-id' })).count).toBe(0);
  expect((await listTransfers(createTestCtx(services, admin), { page: 1, page_size: 10, sort: '-id' })).count).toBe(0);
});
