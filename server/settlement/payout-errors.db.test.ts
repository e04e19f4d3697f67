import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { queryDueTransfers, sendQueuedTransfers, sendTransfer } from '#server/transfer/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import {
  addMoney,
  addPayoutAccount,
  approvePayoutFailure,
  clientBankFile,
  confirmReturnedPayout,
  ensurePlatformPayoutAccount,
  recordArrival,
} from '#test/fixtures/payouts.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from './approve.ts';
import { createBankFile } from './bank/bank.ts';
import { listPayoutErrors, markPayoutErrorFailed, readPayoutError } from './payout-errors.ts';
import { settlementLedgerChecks } from './proofs.ts';
import { retryPayout } from './retry-payout.ts';
import { startPayoutRun } from './run-batches.ts';
import { markUnansweredBankTransfersUnknown, onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

let services: TestServices;
let maker: TestPerson;
let other: TestPerson;
const db = () => services.database.db;
const seen = 'Statement of today, line 4';

beforeAll(async () => {
  services = await createTestServices();
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  // The platform bears the sending fee, so the paybill needs cash of other owners.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 5_000_000);
});

const last = (company: number) =>
  db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).orderBy('id', 'desc').executeTakeFirstOrThrow();
const transfersOf = (id: number) => db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
const at = (company: number, code: 2000 | 2080 | 1300) => readAccountBalance(db(), 'C', { code, company });
const float = () => readAccountBalance(db(), 'C', { code: 1005, ref: 'collection:1' });
const answered = (key: string, code: string, receipt: string | null = null, sum: number | null = null) =>
  db()
    .transaction()
    .execute((tx) => onPayoutAnswer(asClock(tx, 'a test'), { conversationId: null, originator: key, code, receipt, text: 'said', cents: sum }));
const made = () => runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
const ok = (id: number, net: number, who = other) => runAsPerson(services, who, (ctx) => approvePayout(ctx, { id, net_cents: net }));
const deskOf = async (company: number) => {
  const z_filter = { company_id: company, status: 'open' as const };
  const { results } = await listPayoutErrors(createTestCtx(services, other), { page: 1, page_size: 10, sort: '-last_at', z_filter });
  return readPayoutError(createTestCtx(services, other), { id: results[0]?.id ?? 0 });
};
const again = async (company: number, who = other) => {
  const { id, revision } = await deskOf(company);
  return runAsPerson(services, who, (ctx) => retryPayout(ctx, { id, revision, payout_account_id: null }));
};
const arrived = async (company: number, external_id: string) => recordArrival(services, [other, maker], await deskOf(company), external_id);
const gone = async (company: number) => {
  const { id, revision } = await deskOf(company);
  return runAsPerson(services, other, (ctx) => markPayoutErrorFailed(ctx, { id, revision, resolution: seen }));
};
const agreed = async (company: number, id: number) => gone(company).then(() => approvePayoutFailure(services, maker, id));
const hoursAgo = (hours: number) => new Date(clock.ms() - hours * 3_600_000);
const setTransfer = (id: number, facts: object) => db().updateTable('settlement_transaction').set(facts).where('id', '=', id).execute();
const aged = (id: number, hours: number, more: object = {}) => setTransfer(id, { sent_at: hoursAgo(hours), ...more });

async function approved(sum = 1_000_000, facts: object = {}) {
  const owner = await createPerson(services, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(services, company, sum);
  if ('rail' in facts)
    await postJournal(db(), {
      ...{ key: `cash:${company}`, kind: 'adjustment', source: ['test', company], companyId: company, params: {} },
      pairs: [
        {
          ...{ fund: 'C', dr: { code: 1010, ref: (await ensurePlatformPayoutAccount(services, 'bank')).ref }, cents: toCents(sum) },
          cr: { code: 1000, ref: (await ensurePlatformPayoutAccount(services, 'mpesa')).ref },
        },
      ],
    });
  const account = await addPayoutAccount(services, company, { is_default: true, ...facts });
  await made();
  const draft = await last(company);
  expect(await ok(draft.id, draft.net_cents)).toMatchObject({ approved: true });
  const [transfer] = await transfersOf(draft.id);
  if (!transfer) throw new Error('no transfer');
  return { owner, company, account, draft, transfer };
}
async function sent(sum?: number) {
  const one = await approved(sum);
  await sendTransfer(db(), payoutTransferPurpose, createRailWithoutResults().rail, one.transfer.id);
  return one;
}
const proven = async () => (await Promise.all(settlementLedgerChecks.map(({ differences }) => differences(db(), null)))).flat();

describe('status query of a payout transfer', () => {
  test('uses the original key of the transfer when staff query more than a day after sending', async () => {
    const { company, transfer } = await sent();
    const phone = createRailWithoutResults();
    await aged(transfer.id, 25, { ask_at: hoursAgo(1) });
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    const asked = phone.asked.length;
    await again(company);
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    expect([phone.asked.slice(asked), phone.paid]).toEqual([[transfer.key], []]);
    await queryDueTransfers(db(), payoutTransferPurpose, phone.rail);
    expect(phone.asked).toHaveLength(asked + 1);
  });
  test('continues with other transfers when one transfer cannot be queried', async () => {
    const [first, second] = [await sent(), await sent()];
    for (const { transfer } of [first, second]) await aged(transfer.id, 1, { ask_at: hoursAgo(1) });
    const phone = createRailWithoutResults();
    const broken = {
      ...phone.rail,
      ask: async (key: string) => (key === first.transfer.key ? Promise.reject(new Error('broken')) : phone.rail.ask(key)),
    };
    await expect(queryDueTransfers(db(), payoutTransferPurpose, broken)).rejects.toThrow('broken');
    expect(phone.asked).toContain(second.transfer.key);
  });
  test('the sending job continues with later transfers when one transfer cannot be sent', async () => {
    const [first, second] = [await approved(), await approved()];
    await db().updateTable('payout_account').set({ sealed: 'nonsense' }).where('id', '=', first.account).execute();
    for (const { transfer } of [first, second]) await setTransfer(transfer.id, { created_at: hoursAgo(1) });
    const phone = createRailWithoutResults();
    await expect(sendQueuedTransfers(db(), payoutTransferPurpose, phone.rail)).rejects.toThrow();
    expect(phone.paid).toContain(second.transfer.key);
    await db().updateTable('payout_account').set({ status: 'closed', is_default: false }).where('id', '=', first.account).execute();
  });
  test('a bank transfer becomes "unknown" and staff are notified after three days without a response', async () => {
    const { company, transfer } = await approved(900_000, { rail: 'bank', bank_code: '01' });
    await runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile));
    await aged(transfer.id, 71);
    await markUnansweredBankTransfersUnknown(db());
    expect((await transfersOf(transfer.settlement_id))[0]?.status).toBe('sent');
    await aged(transfer.id, 73);
    await markUnansweredBankTransfersUnknown(db());
    expect((await transfersOf(transfer.settlement_id))[0]?.status).toBe('unknown');
    const desk = await deskOf(company);
    expect([desk.error, [...desk.acts].sort()]).toEqual(['timeout', ['evidence', 'paid', 'reverse']]);
    const heard = (await listSentNotifications(services, 'settlement.unclear')).filter(({ params }) => params.code === transfer.code);
    expect(heard.map(({ to }) => to.personId).sort()).toEqual([maker.id, other.id].sort());
    await arrived(company, 'BANK77');
    expect([await at(company, 2080), (await last(company)).status]).toEqual([0, 'paid']);
  });
});

describe('payout reported as failed, then as paid', () => {
  test('debits the wallet when recorded as paid, and cannot be retried while the reports contradict each other', async () => {
    const { company, draft, transfer } = await sent();
    const before = await float();
    await answered(transfer.key, '2040');
    await answered(transfer.key, '0', 'LATE1');
    const desk = await deskOf(company);
    expect([desk.error, [...desk.acts].sort()]).toEqual(['callback_lost', ['paid', 'write_off']]);
    await expect(again(company)).rejects.toMatchObject({ failure: 'wrongState' });
    expect((await arrived(company, 'LATE1')).status).toBe('resolved');
    expect((await transfersOf(draft.id))[0]).toMatchObject({ status: 'confirmed', external_id: 'LATE1' });
    expect([await at(company, 2000), await at(company, 2080), await at(company, 1300)]).toEqual([0, 0, 0]);
    expect([(await float()) - before, (await last(company)).status]).toEqual([-1_000_000 - transfer.fee_cents, 'paid']);
    expect(await proven()).toEqual([]);
    await made();
    expect((await last(company)).id).toBe(draft.id);
  });
  test('posts a debt when recorded as paid if both attempts were paid and the wallet is empty', async () => {
    const { company, draft, transfer } = await sent();
    await answered(transfer.key, '2040');
    expect((await again(company)).status).toBe('retrying');
    const [, second] = await transfersOf(draft.id);
    await sendTransfer(db(), payoutTransferPurpose, createRailWithoutResults().rail, second?.id ?? 0);
    // The first is confirmed late: the retried error is open again, and the end of the second attempt does not hide it.
    await answered(transfer.key, '0', 'BOTH1');
    expect(await deskOf(company)).toMatchObject({ error: 'callback_lost', status: 'open' });
    await answered(second?.key ?? '', '0', 'BOTH2');
    expect(await deskOf(company)).toMatchObject({ error: 'callback_lost', status: 'open' });
    await arrived(company, 'BOTH1');
    expect((await transfersOf(draft.id)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    expect([await at(company, 2000), await at(company, 2080), await at(company, 1300)]).toEqual([0, 0, 1_000_000]);
    expect(await proven()).toEqual([]);
  });
  test('a retry that was queued before the first attempt was confirmed is never sent', async () => {
    const { company, draft, transfer } = await sent();
    await answered(transfer.key, '2040');
    await again(company);
    const [, second] = await transfersOf(draft.id);
    await answered(transfer.key, '0', 'HELD1');
    const phone = createRailWithoutResults();
    await sendTransfer(db(), payoutTransferPurpose, phone.rail, second?.id ?? 0);
    expect(phone.paid).toEqual([]);
    await arrived(company, 'HELD1');
    await sendTransfer(db(), payoutTransferPurpose, phone.rail, second?.id ?? 0);
    expect([phone.paid, (await transfersOf(draft.id)).map(({ status }) => status)]).toEqual([[], ['confirmed', 'failed']]);
    expect([await at(company, 2000), await at(company, 2080), await at(company, 1300)]).toEqual([0, 0, 0]);
    expect((await last(company)).status).toBe('paid');
  });
  test('a repeated paid report about a returned payout does not count as a contradiction', async () => {
    const { company, transfer } = await sent();
    await answered(transfer.key, '0', 'BACK1');
    await confirmReturnedPayout(services, [maker, other], transfer.id);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([1_000_000, 0]);
    await answered(transfer.key, '0', 'BACK1');
    expect(await deskOf(company)).toMatchObject({ error: 'bad_account' });
  });
  test('a later report with another amount does not allow a retry', async () => {
    const { company, transfer } = await sent();
    await answered(transfer.key, '2001');
    for (const cents of [990_000, 980_000]) {
      await answered(transfer.key, '0', 'OTHER1', cents);
      expect(await deskOf(company)).toMatchObject({ error: 'callback_lost', acts: expect.not.arrayContaining(['retry']) });
    }
  });
  test('a retry after a person recorded the return creates a new payout draft, which needs a second approver', async () => {
    const { company, draft, transfer } = await sent();
    await answered(transfer.key, '0', 'BACK2');
    await confirmReturnedPayout(services, [maker, other], transfer.id);
    expect(await deskOf(company)).toMatchObject({ by_hand: true });
    // The account did not cause the error.
    await db().updateTable('settlement_error').set({ error: 'timeout' }).where('transaction_id', '=', transfer.id).execute();
    await again(company);
    expect(await transfersOf(draft.id)).toHaveLength(1);
    expect(await last(company)).toMatchObject({ status: 'draft', made_by: other.id });
  });
});

describe('payout recorded as failed by a person', () => {
  test('is rejected without evidence while M-Pesa is still being queried', async () => {
    const { company, transfer } = await sent();
    await answered(transfer.key, 'timeout');
    expect(await deskOf(company)).toMatchObject({ acts: expect.not.arrayContaining(['reverse']), failable_at: expect.any(String) });
    await expect(gone(company)).rejects.toMatchObject({ failure: 'conflict' });
    const file = await db()
      .insertInto('media_file')
      .values({ purpose: 'document', visibility: 'private', name: 'statement.pdf', uploaded_by: other.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().updateTable('settlement_transaction').set({ evidence_file_id: file.id }).where('id', '=', transfer.id).execute();
    await agreed(company, transfer.id);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([1_000_000, 0]);
  });
  test('is retried with a new payout that a second person approves', async () => {
    const { company, draft, transfer } = await sent();
    await answered(transfer.key, 'timeout');
    await aged(transfer.id, 25);
    await agreed(company, transfer.id);
    await again(company);
    expect(await transfersOf(draft.id)).toHaveLength(1);
    const next = await last(company);
    expect([next.status, next.made_by, next.payout_account_id]).toEqual(['draft', other.id, draft.payout_account_id]);
    await expect(ok(next.id, next.net_cents)).rejects.toMatchObject({ failure: 'forbidden' });
    expect(await ok(next.id, next.net_cents, maker)).toMatchObject({ approved: true });
  });
});

describe('payout retry', () => {
  test('is refused if a later payout included the money or the payee set the money aside as a reserve', async () => {
    const one = await sent();
    await answered(one.transfer.key, '1');
    const desk = await deskOf(one.company);
    await made();
    const later = await last(one.company);
    await ok(later.id, later.net_cents);
    await addMoney(services, one.company, 1_000_000);
    await expect(
      runAsPerson(services, other, (ctx) => retryPayout(ctx, { id: desk.id, revision: desk.revision, payout_account_id: null })),
    ).rejects.toMatchObject({
      failure: 'conflict',
    });
    const two = await sent();
    await answered(two.transfer.key, '1');
    await db()
      .updateTable('wallet')
      .set({ reserve_cents: toCents(500_000) })
      .where('company_id', '=', two.company)
      .execute();
    await expect(again(two.company)).rejects.toMatchObject({ failure: 'conflict' });
  });
});

test('payout with another amount reported by M-Pesa: opens a payout error and posts nothing', async () => {
  const { company, transfer, draft } = await sent();
  await answered(transfer.key, '0', 'OTHER1', 900_000);
  expect(await deskOf(company)).toMatchObject({ error: 'amount_mismatch' });
  expect([(await transfersOf(draft.id))[0]?.status, await at(company, 2080)]).toEqual(['unknown', 1_000_000]);
  const right = await sent();
  await answered(right.transfer.key, '0', 'RIGHT1', 1_000_000);
  expect((await last(right.company)).status).toBe('paid');
});

test('ledger check: finds payouts in transit without a transfer', async () => {
  const { company, transfer } = await sent();
  expect(await proven()).toEqual([]);
  await db().updateTable('settlement_transaction').set({ status: 'confirmed' }).where('id', '=', transfer.id).execute();
  expect(await proven()).toEqual([{ what: expect.stringContaining(String(company)), expected: 0, found: 1_000_000 }]);
});
