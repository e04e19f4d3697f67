import { sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { seal } from '#server/kernel/seal.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { somebody, superadminsLongHere } from '#test/world.ts';
import { mailCodeFor } from '#test/worlds/payout-codes.ts';
import { addMoney, addPayout, addPayoutAccount, addTransfer } from '#test/worlds/payouts.ts';

/** The sweep asks as the first of each kind there are. */
const first = async ({ database: { db } }: House, type: number) =>
  db.selectFrom('person').select(['id', 'company_id', 'email']).where('user_type', '=', type).orderBy('id').executeTakeFirstOrThrow();
const company = async (house: House) => (await first(house, 4)).company_id ?? 0;
const wallet = async (house: House, of?: number) =>
  house.database.db
    .selectFrom('wallet')
    .select(['id', 'revision'])
    .where('company_id', '=', of ?? (await company(house)))
    .executeTakeFirstOrThrow();
const transfer = async (house: House, status: Parameters<typeof addTransfer>[3], over = false) =>
  addTransfer(
    house,
    (await somebody(house, 'owner')).me.companyId ?? 0,
    (await first(house, 1)).id,
    status,
    new Date(clock.ms() - (over ? 25 : 0) * 3_600_000),
  );
const desk = async (house: House, status: Parameters<typeof addTransfer>[3], over = false) => {
  const { error } = await transfer(house, status, over);
  return { id: error.id, revision: error.revision };
};
const rule = async (house: House) =>
  house.database.db
    .insertInto('commission_rule')
    .values({ name: 'Example rule', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500 })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
const commission = async (house: House, of: number) =>
  (
    await house.database.db
      .insertInto('commission')
      .values({
        ...{
          rule_id: (await rule(house)).id,
          beneficiary: 'platform',
          company_id: of,
          source: 'payment',
          source_id: (await rule(house)).id,
          fund: 'C',
        },
        ...{ heap: 'invoice:1', heap_cents: cents(100_000), base_cents: cents(100_000), amount_cents: cents(5000), tax_cents: cents(0) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const terms = {
  ...{ name: 'Example rule', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, starts_on: clock.today() },
};
const adjustment = async (house: House) => {
  const other = await somebody(house, 'superadmin');
  await superadminsLongHere(house);
  const of = await company(house);
  await addMoney(house, of);
  const row = await house.database.db
    .insertInto('wallet_adjustment')
    .values({ company_id: of, account_code: 2000, cents: 5000, reason: 'Booked to the wrong owner', asked_by: other.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const revenue = async (house: House) => {
  const { post } = await import('#server/ledger/service.ts');
  const of = await company(house);
  return post(house.database.db, {
    ...{ key: `example:revenue:${of}`, kind: 'commission', source: ['commission', 1], companyId: of, params: {} },
    pairs: [{ fund: 'P', dr: { code: 1200, company: of }, cr: { code: 4000 }, cents: cents(5000) }],
  });
};
/** What the sweep's owner asks to be paid, with everything it takes. */
/** Whatever another example left unexplained of the banks' figures stops no payout here. */
const agreed = (house: House) => sql`update bank_figure set difference_cents = 0 where difference_cents <> 0`.execute(house.database.db);
const withdrawal = async (house: House) => {
  await agreed(house);
  const of = await company(house);
  await addMoney(house, of, 5_000_000);
  await house.database.db.deleteFrom('settlement_payment').where('company_id', '=', of).where('status', '=', 'draft').execute();
  return { account_code: 2000, payout_account_id: await addPayoutAccount(house, of), cents: 100_000 };
};

const bankFileRow = async ({ database: { db } }: House) =>
  (
    await db
      .insertInto('settlement_file')
      .values({ count: 1, cents: cents(1000), checksum: '0'.repeat(64), sealed: seal({ csv: 'reference' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const examples: Readonly<Record<string, Example>> = {
  'commission.all': async () => ({ page: 1 }),
  'commission.csv': async () => ({}),
  'commission.details': async (house) => ({ id: await commission(house, await company(house)) }),
  'commission.months': async () => ({}),
  'commission.note': async (house) => ({ id: await commission(house, await company(house)), note: 'The rent was paid twice' }),
  'commission.rules': async () => ({ page: 1 }),
  'commission.ruleCreate': async () => terms,
  'commission.ruleReplace': async (house) => ({ ...(await rule(house)), ...terms, bps: 600 }),
  'commission.ruleEnd': async (house) => ({ id: (await rule(house)).id }),
  'wallet.own': async () => ({}),
  'wallet.all': async () => ({ page: 1 }),
  'wallet.details': async (house) => ({ id: (await wallet(house)).id }),
  'wallet.entries': async (house) => ({ id: (await wallet(house)).id, page: 1 }),
  'wallet.deposits': async (house) => ({ id: (await wallet(house)).id, page: 1 }),
  'wallet.entriesCsv': async (house) => ({ id: (await wallet(house)).id }),
  'wallet.depositsCsv': async (house) => ({ id: (await wallet(house)).id }),
  'wallet.accountAdd': async () => ({
    holder: 'Jane Wanjiru',
    to: { rail: 'bank', bank_code: '01', number: String(1_000_000 + (clock.ms() % 900_000)) },
  }),
  'wallet.accountCode': async (house) => ({
    id: await addPayoutAccount(house, await company(house), { status: 'unproved', verified_at: null, rail: 'bank', bank_code: '01' }),
  }),
  'wallet.accountProve': async (house) => {
    const id = await addPayoutAccount(house, await company(house), { status: 'unproved', verified_at: null, rail: 'bank', bank_code: '01' });
    return { id, code: await mailCodeFor(house, await first(house, 4), 'payout', `${id}:1`) };
  },
  'wallet.accountDefault': async (house) => ({ id: await addPayoutAccount(house, await company(house)) }),
  'wallet.accountClose': async (house) => ({ id: await addPayoutAccount(house, await company(house)) }),
  'wallet.reserve': async (house) => ({ reserve_cents: 100_000, revision: (await wallet(house)).revision }),
  'wallet.move': async (house) => ({
    id: (await wallet(house, (await somebody(house, 'owner')).me.companyId ?? 0)).id,
    move: 'freeze',
    reason: 'Asked for by the police',
  }),
  'wallet.adjust': async (house) => ({
    id: (await wallet(house)).id,
    ...{ account_code: 2000, direction: 'in', cents: 5000, reason: 'Booked to the wrong owner' },
  }),
  'wallet.adjustDecide': async (house) => ({ id: await adjustment(house), move: 'book' }),
  'wallet.settings': async () => ({}),
  'wallet.settingsUpdate': async ({ database: { db } }) => ({
    ...{ minimum_cents: 10_000, day_limit_cents: 100_000_000, holding_days: 2, fees: [{ upto: 150_000, cents: 500 }], fee_bearer: 'platform' },
    revision: (await db.selectFrom('wallet_setting').select('revision').executeTakeFirstOrThrow()).revision,
  }),
  'withdraw.payouts': async () => ({ page: 1 }),
  'withdraw.payoutsCsv': async () => ({}),
  'withdraw.code': withdrawal,
  'withdraw.withdraw': async (house) => {
    const what = await withdrawal(house);
    const subject = `${await company(house)}:${what.account_code}:${what.payout_account_id}:${what.cents}`;
    return { ...what, code: await mailCodeFor(house, await first(house, 4), 'withdraw', subject) };
  },
  'withdraw.takeBack': async (house) => ({ id: (await addPayout(house, await company(house))).id }),
  'settlement.run': async (house) => {
    await agreed(house);
    return { cut_off: clock.today() };
  },
  'settlement.payments': async () => ({ page: 1 }),
  'settlement.payment': async (house) => ({ id: (await addPayout(house, await company(house))).id }),
  'settlement.lines': async (house) => ({ id: (await addPayout(house, await company(house))).id, page: 1 }),
  'settlement.linesCsv': async (house) => ({ id: (await addPayout(house, await company(house))).id }),
  'settlement.approve': async (house) => {
    await agreed(house);
    const of = (await somebody(house, 'owner')).me.companyId ?? 0;
    await addMoney(house, of);
    await superadminsLongHere(house);
    return { id: (await addPayout(house, of)).id, net_cents: 100_000 };
  },
  'settlement.cancel': async (house) => ({ id: (await addPayout(house, await company(house))).id, reason: 'Made for the wrong day' }),
  'settlement.advice': async (house) => ({ id: (await addTransfer(house, await company(house), (await first(house, 1)).id, 'sent')).payout.id }),
  'settlement.month': async (house) => ({ id: (await wallet(house)).id, month: monthOf(clock.today()), page: 1 }),
  'settlement.monthPaper': async (house) => ({ id: (await wallet(house)).id, month: monthOf(clock.today()) }),
  'settlement.bankFile': async (house) => {
    await agreed(house);
    const { transfer: one } = await transfer(house, 'queued');
    await sql`update settlement_transaction set rail = 'bank', bank_code = '01' where id = ${one.id}`.execute(house.database.db);
    return {};
  },
  'settlement.bankWaiting': async () => ({}),
  'settlement.bankFiles': async () => ({ page: 1 }),
  'settlement.bankFileAgain': async (house) => ({ id: await bankFileRow(house) }),
  'settlement.preview': async (house) => {
    await agreed(house);
    return { cut_off: clock.today() };
  },
  'settlement.confirmations': async () => ({ csv: 'reference,status,amount\nTRF-NOBODY,paid,10\n' }),
  'settlement.transfers': async () => ({ page: 1 }),
  'settlement.transfer': async (house) => ({ id: (await transfer(house, 'sent')).transfer.id }),
  'settlement.cameBack': async (house) => {
    const { transfer: one, payout } = await transfer(house, 'confirmed');
    await sql`update settlement_payment set status = 'paid' where id = ${payout.id}`.execute(house.database.db);
    return { id: one.id, reason: 'Statement of today, line 4' };
  },
  'settlement.errors': async () => ({ page: 1 }),
  'settlement.error': async (house) => ({ id: (await desk(house, 'failed')).id }),
  'settlement.take': (house) => desk(house, 'failed'),
  'settlement.retry': (house) => desk(house, 'unknown'),
  'settlement.markPaid': async (house) => ({
    ...(await desk(house, 'unknown')),
    external_id: `SKJ${clock.ms()}`,
    resolution: 'Statement of today, line 4',
  }),
  'settlement.evidence': async (house) => ({
    id: (await desk(house, 'unknown')).id,
    evidence: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  }),
  'settlement.markFailed': async (house) => ({ ...(await desk(house, 'unknown', true)), resolution: 'Not on the statement of today' }),
  'settlement.writeOff': async (house) => ({ ...(await desk(house, 'failed')), resolution: 'The owner wants it by cheque' }),
  'revenue.all': async () => ({ page: 1 }),
  'revenue.csv': async () => ({}),
  'revenue.chart': async () => ({}),
  'revenue.details': async (house) => ({ id: await revenue(house) }),
};
const owners = [
  'commission.note',
  'commission.months',
  'wallet.own',
  'wallet.reserve',
  ...Object.keys(examples).filter((key) => /^(withdraw\.|wallet\.account)/.test(key)),
];
const askers = Object.fromEntries(Object.keys(examples).map((key) => [key, owners.includes(key) ? 'owner' : 'superadmin'])) as Record<
  string,
  Exclude<Role, 'anonymous'>
>;

export const roomExamples: RoomExamples = {
  examples,
  askers,
  /** A stranger's money, accounts, payouts and what became of them. */
  plant: async (house, { companies, people, mark }) => {
    const [of = 0] = companies;
    await addMoney(house, of);
    await commission(house, of);
    const { payout } = await addTransfer(house, of, people.superadmin?.id ?? (await first(house, 1)).id, 'failed');
    await addPayoutAccount(house, of, { holder: `${mark} holder` });
    const { db } = house.database;
    await db
      .insertInto('wallet_hold')
      .values({ company_id: of, fund: 'C', code: 2000, kind: 'dispute', cents: 100, reason: `${mark} hold`, source: 'test', source_id: payout.id })
      .execute();
    const asker = people.superadmin?.id ?? (await first(house, 1)).id;
    await db
      .insertInto('wallet_adjustment')
      .values({ company_id: of, account_code: 2000, cents: 100, reason: `${mark} correction`, asked_by: asker })
      .execute();
    await bankFileRow(house);
    await db.insertInto('settlement_run').values({ cut_off: clock.today(), finished_at: clock.now() }).execute();
    await sql`insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
      select ${payout.id}, e.cr, e.journal_id, e.line, e.cents from journal_entry e join ledger_account a on a.id = e.cr and a.company_id = ${of} limit 1 on conflict do nothing`.execute(
      db,
    );
  },
};
