import { sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthOf } from '#contract/time/days.ts';
import { sealObject } from '#server/kernel/seal.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { createConfirmationCode } from '#test/fixtures/payout-codes.ts';
import { addMoney, addPayout, addPayoutAccount, addTransfer } from '#test/fixtures/payouts.ts';
import { createPerson, makeSuperadminsEstablished } from '#test/people.ts';

/** The sweep calls as the first person of each type. */
const first = async ({ database: { db } }: TestServices, type: number) =>
  db.selectFrom('person').select(['id', 'company_id', 'email']).where('user_type', '=', type).orderBy('id').executeTakeFirstOrThrow();
const company = async (services: TestServices) => (await first(services, 4)).company_id ?? 0;
const wallet = async (services: TestServices, of?: number) =>
  services.database.db
    .selectFrom('wallet')
    .select(['id', 'revision'])
    .where('company_id', '=', of ?? (await company(services)))
    .executeTakeFirstOrThrow();
const transfer = async (services: TestServices, status: Parameters<typeof addTransfer>[3], over = false) =>
  addTransfer(
    services,
    (await createPerson(services, 'owner')).me.companyId ?? 0,
    (await first(services, 1)).id,
    status,
    new Date(clock.ms() - (over ? 25 : 0) * 3_600_000),
  );
const desk = async (services: TestServices, status: Parameters<typeof addTransfer>[3], over = false, evidence = false) => {
  const { error, transfer: one } = await transfer(services, status, over);
  if (evidence) {
    const statement = { purpose: 'document', visibility: 'private', name: 'statement.pdf' } as const;
    const file = await services.database.db.insertInto('media_file').values(statement).returning('id').executeTakeFirstOrThrow();
    await services.database.db.updateTable('settlement_transaction').set({ evidence_file_id: file.id }).where('id', '=', one.id).execute();
  }
  return { id: error.id, revision: error.revision };
};
const rule = async (services: TestServices) =>
  services.database.db
    .insertInto('commission_rule')
    .values({ name: 'Example rule', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500 })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
const commission = async (services: TestServices, of: number) =>
  (
    await services.database.db
      .insertInto('commission')
      .values({
        rule_id: (await rule(services)).id,
        beneficiary: 'platform',
        company_id: of,
        source: 'payment',
        source_id: (await rule(services)).id,
        fund: 'C',
        heap: 'invoice:1',
        heap_cents: toCents(100_000),
        base_cents: toCents(100_000),
        amount_cents: toCents(5000),
        tax_cents: toCents(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const terms = {
  name: 'Example rule',
  beneficiary: 'platform',
  basis: 'rent_collected',
  kind: 'rate',
  bps: 500,
  starts_on: addDays(clock.today(), 30),
  reason: 'Agreed with the owners',
};
const adjustment = async (services: TestServices) => {
  const other = await createPerson(services, 'superadmin');
  await makeSuperadminsEstablished(services);
  const of = await company(services);
  await addMoney(services, of);
  const row = await services.database.db
    .insertInto('wallet_adjustment')
    .values({ company_id: of, account_code: 2000, cents: 5000, reason: 'Booked to the wrong owner', asked_by: other.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const revenue = async (services: TestServices) => {
  const { postJournal: post } = await import('#server/ledger/service.ts');
  const of = await company(services);
  return post(services.database.db, {
    key: `example:revenue:${of}`,
    kind: 'commission',
    source: ['commission', 1],
    companyId: of,
    params: {},
    pairs: [{ fund: 'P', dr: { code: 1200, company: of }, cr: { code: 4000 }, cents: toCents(5000) }],
  });
};
/** A payout request of the sweep's owner, with all its conditions. */
/** Unexplained differences of the bank accounts from other examples stop no payout here. */
const agreed = (services: TestServices) => sql`update bank_figure set difference_cents = 0 where difference_cents <> 0`.execute(services.database.db);
const withdrawal = async (services: TestServices) => {
  await agreed(services);
  const of = await company(services);
  await addMoney(services, of, 5_000_000);
  await services.database.db.deleteFrom('settlement_payment').where('company_id', '=', of).where('status', '=', 'draft').execute();
  return { account_code: 2000, payout_account_id: await addPayoutAccount(services, of), cents: 100_000 };
};

const bankFileRow = async ({ database: { db } }: TestServices) =>
  (
    await db
      .insertInto('settlement_file')
      .values({ count: 1, cents: toCents(1000), checksum: '0'.repeat(64), sealed: sealObject({ csv: 'reference' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'commission.list': async () => ({ page: 1 }),
  'commission.exportCsv': async () => ({}),
  'commission.commissionDetails': async (services) => ({ id: await commission(services, await company(services)) }),
  'commission.listMonths': async () => ({}),
  'commission.reportMistake': async (services) => ({ id: await commission(services, await company(services)), note: 'The rent was paid twice' }),
  'commission.listRules': async () => ({ page: 1 }),
  'commission.ruleCreate': async () => terms,
  'commission.ruleReplace': async (services) => ({ ...(await rule(services)), ...terms, bps: 600 }),
  'commission.ruleEnd': async (services) => ({ id: (await rule(services)).id }),
  'wallet.ownWallet': async () => ({}),
  'wallet.list': async () => ({ page: 1 }),
  'wallet.walletDetails': async (services) => ({ id: (await wallet(services)).id }),
  'wallet.listEntries': async (services) => ({ id: (await wallet(services)).id, page: 1 }),
  'wallet.listDeposits': async (services) => ({ id: (await wallet(services)).id, page: 1 }),
  'wallet.entriesCsv': async (services) => ({ id: (await wallet(services)).id }),
  'wallet.depositsCsv': async (services) => ({ id: (await wallet(services)).id }),
  'wallet.accountAdd': async () => ({
    holder: 'Jane Wanjiru',
    to: { rail: 'bank', bank_code: '01', number: String(1_000_000 + (clock.ms() % 900_000)) },
  }),
  'wallet.accountCode': async (services) => ({
    id: await addPayoutAccount(services, await company(services), { status: 'unproved', verified_at: null, rail: 'bank', bank_code: '01' }),
  }),
  'wallet.accountProve': async (services) => {
    const id = await addPayoutAccount(services, await company(services), { status: 'unproved', verified_at: null, rail: 'bank', bank_code: '01' });
    return { id, code: await createConfirmationCode(services, await first(services, 4), 'payout', `${id}:1`) };
  },
  'wallet.accountDefault': async (services) => ({ id: await addPayoutAccount(services, await company(services)) }),
  'wallet.accountClose': async (services) => ({ id: await addPayoutAccount(services, await company(services)) }),
  'wallet.setReserve': async (services) => ({ reserve_cents: 100_000, revision: (await wallet(services)).revision }),
  'wallet.move': async (services) => ({
    id: (await wallet(services, (await createPerson(services, 'owner')).me.companyId ?? 0)).id,
    move: 'freeze',
    reason: 'Asked for by the police',
  }),
  'wallet.requestAdjustment': async (services) => ({
    id: (await wallet(services)).id,
    account_code: 2000,
    direction: 'in',
    cents: 5000,
    reason: 'Booked to the wrong owner',
  }),
  'wallet.decideAdjustment': async (services) => ({ id: await adjustment(services), move: 'book' }),
  'wallet.readSettings': async () => ({}),
  'wallet.settingsUpdate': async ({ database: { db } }) => {
    const { fees, fee_bearer, own_account_number, revision } = await db.selectFrom('wallet_setting').selectAll().executeTakeFirstOrThrow();
    // Settings that a second person approves stay as they are, because one request about them can be open.
    return {
      minimum_cents: 10_000,
      day_limit_cents: 100_000_000,
      holding_days: 2,
      fees,
      fee_bearer,
      own_account_number,
      pesalink_limit_cents: 99_999_900,
      eft_limit_cents: 99_999_900,
      revision,
    };
  },
  'withdraw.listOwnPayouts': async () => ({ page: 1 }),
  'withdraw.payoutsCsv': async () => ({}),
  'withdraw.sendCode': withdrawal,
  'withdraw.withdraw': async (services) => {
    const what = await withdrawal(services);
    const subject = `${await company(services)}:${what.account_code}:${what.payout_account_id}:${what.cents}`;
    return { ...what, code: await createConfirmationCode(services, await first(services, 4), 'withdraw', subject) };
  },
  'withdraw.cancelWithdrawal': async (services) => ({ id: (await addPayout(services, await company(services))).id }),
  'settlement.startRun': async (services) => {
    await agreed(services);
    return { cut_off: clock.today() };
  },
  'settlement.listPayouts': async () => ({ page: 1 }),
  'settlement.payoutDetails': async (services) => ({ id: (await addPayout(services, await company(services))).id }),
  'settlement.payoutLines': async (services) => ({ id: (await addPayout(services, await company(services))).id, page: 1 }),
  'settlement.payoutLinesCsv': async (services) => ({ id: (await addPayout(services, await company(services))).id }),
  'settlement.approve': async (services) => {
    await agreed(services);
    const of = (await createPerson(services, 'owner')).me.companyId ?? 0;
    await addMoney(services, of);
    await makeSuperadminsEstablished(services);
    return { id: (await addPayout(services, of)).id, net_cents: 100_000 };
  },
  'settlement.cancel': async (services) => ({ id: (await addPayout(services, await company(services))).id, reason: 'Made for the wrong day' }),
  'settlement.remittanceAdvice': async (services) => ({
    id: (await addTransfer(services, await company(services), (await first(services, 1)).id, 'sent')).payout.id,
  }),
  'settlement.monthStatement': async (services) => ({ id: (await wallet(services)).id, month: monthOf(clock.today()), page: 1 }),
  'settlement.unitStatement': async (services) => ({ id: (await wallet(services)).id, month: monthOf(clock.today()), page: 1 }),
  'settlement.unitStatementCsv': async (services) => ({ id: (await wallet(services)).id, month: monthOf(clock.today()), part: 1 }),
  'settlement.monthStatementPdf': async (services) => ({ id: (await wallet(services)).id, month: monthOf(clock.today()) }),
  'settlement.createBankFile': async (services) => {
    await agreed(services);
    const { transfer: one } = await transfer(services, 'queued');
    await sql`update settlement_transaction set rail = 'bank', bank_code = '01' where id = ${one.id}`.execute(services.database.db);
    return { fund: 'C', channel: 'pesalink' };
  },
  'settlement.previewBankFile': async () => ({}),
  'settlement.listBankFiles': async () => ({ page: 1 }),
  'settlement.downloadBankFile': async (services) => ({ id: await bankFileRow(services) }),
  'settlement.previewRun': async (services) => {
    await agreed(services);
    return { cut_off: clock.today() };
  },
  'settlement.importBankAnswer': async () => ({ csv: 'reference,status,amount\nTRF-NOBODY,paid,10\n' }),
  'settlement.listTransfers': async () => ({ page: 1 }),
  'settlement.transferDetails': async (services) => ({ id: (await transfer(services, 'sent')).transfer.id }),
  'settlement.markReturned': async (services) => {
    const { transfer: one, payout } = await transfer(services, 'confirmed');
    await sql`update settlement_payment set status = 'paid' where id = ${payout.id}`.execute(services.database.db);
    return { id: one.id, reason: 'Statement of today, line 4' };
  },
  'settlement.listErrors': async () => ({ page: 1 }),
  'settlement.errorDetails': async (services) => ({ id: (await desk(services, 'failed')).id }),
  'settlement.assignToMe': (services) => desk(services, 'failed'),
  'settlement.retry': (services) => desk(services, 'unknown'),
  'settlement.markPaid': async (services) => ({
    ...(await desk(services, 'unknown', false, true)),
    external_id: `SKJ${clock.ms()}`,
    resolution: 'Statement of today, line 4',
  }),
  'settlement.uploadEvidence': async (services) => ({
    id: (await desk(services, 'unknown')).id,
    evidence: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  }),
  'settlement.markFailed': async (services) => ({ ...(await desk(services, 'unknown', true)), resolution: 'Not on the statement of today' }),
  'settlement.writeOff': async (services) => ({ ...(await desk(services, 'failed')), resolution: 'The owner wants it by cheque' }),
  'revenue.list': async () => ({ page: 1 }),
  'revenue.exportCsv': async () => ({}),
  'revenue.revenueChart': async () => ({}),
  'revenue.revenueDetails': async (services) => ({ id: await revenue(services) }),
};
const owners = [
  'commission.reportMistake',
  'commission.listMonths',
  'wallet.ownWallet',
  'wallet.setReserve',
  ...Object.keys(examples).filter((key) => /^(withdraw\.|wallet\.account)/.test(key)),
];
const askers = Object.fromEntries(Object.keys(examples).map((key) => [key, owners.includes(key) ? 'owner' : 'superadmin'])) as Record<
  string,
  Exclude<Role, 'anonymous'>
>;

export const moduleExamples: ModuleExamples = {
  examples,
  askers,
  /** Money, accounts and payouts of another company, with their results. */
  seed: async (services, { companies, people, mark }) => {
    const [of = 0] = companies;
    await addMoney(services, of);
    await commission(services, of);
    const { payout } = await addTransfer(services, of, people.superadmin?.id ?? (await first(services, 1)).id, 'failed');
    await addPayoutAccount(services, of, { holder: `${mark} holder` });
    const { db } = services.database;
    await db
      .insertInto('wallet_hold')
      .values({ company_id: of, fund: 'C', code: 2000, kind: 'dispute', cents: 100, reason: `${mark} hold`, source: 'test', source_id: payout.id })
      .execute();
    const asker = people.superadmin?.id ?? (await first(services, 1)).id;
    await db
      .insertInto('wallet_adjustment')
      .values({ company_id: of, account_code: 2000, cents: 100, reason: `${mark} correction`, asked_by: asker })
      .execute();
    await bankFileRow(services);
    await db.insertInto('settlement_run').values({ cut_off: clock.today(), finished_at: clock.now() }).execute();
    await sql`insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
      select ${payout.id}, e.cr, e.journal_id, e.line, e.cents from journal_entry e join ledger_account a on a.id = e.cr and a.company_id = ${of} limit 1 on conflict do nothing`.execute(
      db,
    );
  },
};
