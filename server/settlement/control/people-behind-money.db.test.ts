import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildDebtOffsetPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { addTransfer } from '#test/fixtures/payouts.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { moneyHandlersSql } from './money-handlers.ts';

/** The people behind the money of a wallet, beyond the importer of the statement that names a payment (money-handlers.db.test.ts). */
let services: TestServices;
let bank: CollectionAccountRow;
let [importer, second, payer]: TestPerson[] = [];
let n = 0;
const db = () => services.database.db;
const id = (who: TestPerson | undefined) => who?.id ?? 0;

beforeAll(async () => {
  services = await createTestServices();
  [importer, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  payer = await createPerson(services, 'superadmin');
  const row = await createCollectionAccount(db(), { company_id: null, rail: 'bank', name: 'Clients', number: '0110', bank_code: '01', fund: 'C' });
  if (!row) throw new Error('no account');
  bank = row;
});
const newCompany = async () => (await createPerson(services, 'owner')).me.companyId ?? 0;
const handlersOf = async (company: number) => {
  const { rows } = await sql<{ ids: number[] }>`select ${moneyHandlersSql({ companyId: company, code: 2000 })} as ids`.execute(db());
  return rows[0]?.ids ?? [];
};
/** A payment whose money is in the company's wallet. */
async function paid(company: number, sum = 100_000): Promise<number> {
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        rail: 'bank',
        external: `FTB${++n}`,
        account: bank,
        cents: sum,
        paidAt: clock.now(),
        accountText: 'no code',
        payer: 'ANN',
        phone: emptySealedPhone,
        verifiedBy: 'statement',
      }),
    );
  await credit(company, sum, ['payment', paymentId ?? 0]);
  return paymentId ?? 0;
}
const credit = (
  company: number,
  sum: number,
  source: ['payment' | 'settlement_transaction', number],
  kind: 'adjustment' | 'payout_failed' = 'adjustment',
) =>
  postJournal(db(), {
    key: `credit:${++n}`,
    kind,
    source,
    companyId: company,
    params: {},
    pairs: [
      {
        fund: 'C',
        cents: toCents(sum),
        cr: { code: ledgerAccounts.ownerPayable, company },
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${bank.id}` },
      },
    ],
  });
/** A line of a statement that one person uploaded and whose import another approved. */
async function addLine(facts: object): Promise<number> {
  const statement = await db()
    .insertInto('statement')
    .values({
      account_id: bank.id,
      name: `file ${++n}`,
      sha256: Buffer.from(`people ${n}`.padEnd(32)),
      head: [],
      status: 'imported' as const,
      by_id: id(importer),
      approved_by: id(second),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = await db()
    .insertInto('statement_line')
    .values({ statement_id: statement.id, n: 1, cells: [], ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();
  return line.id;
}
const both = () => [id(importer), id(second)];

test('people behind the money: include who imported the statement line that returned a payout', async () => {
  const company = await newCompany();
  const { transfer } = await addTransfer(services, company, id(payer), 'confirmed');
  const journal = await credit(company, 100_000, ['settlement_transaction', transfer.id], 'payout_failed');
  expect(await handlersOf(company)).not.toEqual(expect.arrayContaining(both()));
  await addLine({ fate: 'known', journal_id: journal, brought: true });
  expect(await handlersOf(company)).toEqual(expect.arrayContaining(both()));
});

test('people behind the money: include who imported the line that shows cash in the bank', async () => {
  const company = await newCompany();
  const payment = await paid(company);
  await db()
    .updateTable('payment')
    .set({ banked_line_id: await addLine({ fate: 'known' }) })
    .where('id', '=', payment)
    .execute();
  expect(await handlersOf(company)).toEqual(both());
});

test('people behind the money: include the author of the rule that gave a payment to a tenancy', async () => {
  await sql`alter table statement_rule add column if not exists by_id bigint`.execute(db());
  const owner = await createOwnerWithUnit(services);
  const company = owner.owner.me.companyId ?? 0;
  const tenancy_id = await createOccupiedTenancy(services, owner.property);
  const payment = await paid(company);
  await addLine({ fate: 'new', payment_id: payment, tenancy_id, details: 'STANDING ORDER asha 4' });
  const by = JSON.stringify({ contains: 'ORDER ASHA', act: 'tenancy', tenancy_id, by_id: id(payer) });
  await sql`insert into statement_rule (contains, act, tenancy_id, by_id)
    select contains, act, tenancy_id, by_id from jsonb_populate_record(null::statement_rule, ${by}::jsonb)`.execute(db());
  expect(await handlersOf(company)).toEqual([...both(), id(payer)]);
});

test('people behind the money: include who requested and who approved that Makao bears a loss', async () => {
  const company = await newCompany();
  const payment = await paid(company);
  const exception = await db()
    .insertInto('payment_doubt')
    .values({
      kind: 'reversal' as const,
      account_id: bank.id,
      payment_id: payment,
      external: `FTX${++n}`,
      cents: 100_000,
      at: clock.now(),
      verified_by: 'pull',
      status: 'decided' as const,
      decision: 'loss' as const,
      decided_by: id(second),
      decided_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('approval_request')
    .values({
      kind: 'platformLoss',
      subject_id: exception.id,
      params: '{}',
      reason: 'No answer',
      status: 'approved' as const,
      expires_at: clock.now(),
      asked_by: id(importer),
      decided_by: id(second),
      decided_at: clock.now(),
    })
    .execute();
  expect(await handlersOf(company)).toEqual(both());
});

test('people behind the money: remain after a debt was offset against the money and the offset was credited again', async () => {
  const company = await newCompany();
  await addLine({ fate: 'new', payment_id: await paid(company, 100_000) });
  const [wallet, cash] = [
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.cashInHand, company },
  ];
  const offset = (pairs: ReturnType<typeof buildDebtOffsetPostings>) =>
    postJournal(db(), { key: `set_off:test:${++n}`, kind: 'set_off', source: ['company', company], companyId: company, params: {}, pairs });
  await offset(buildDebtOffsetPostings('C', wallet, cash, 100_000));
  await paid(company, 20_000);
  await offset(buildDebtOffsetPostings('C', cash, wallet, 100_000));
  expect(await handlersOf(company)).toEqual(both());
});
