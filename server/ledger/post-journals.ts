import { type RawBuilder, sql } from 'kysely';
import {
  buildLedgerAccountKey,
  type CollectionMode,
  type LedgerAccount,
  type LedgerFund,
  ledgerAccountKinds,
  type PostingPair,
} from '#contract/ledger/accounts.ts';
import { reverseEntries } from '#contract/ledger/entries.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, monthOf } from '#contract/time/days.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

const why = 'the module that posts a journal entry has checked the permission';

/** The journal to post. The same key with the same entry pairs is the same posting, however often it is repeated. */
export type NewJournal = {
  readonly key: string;
  readonly kind: JournalKind;
  /** The posting day, today by default; in a closed month the first open day. */
  readonly day?: Day;
  /** The value date: the day of the transaction itself. */
  readonly valueDay?: Day;
  readonly source: readonly [table: string, id: number];
  readonly companyId?: number | null;
  readonly params: Readonly<Record<string, string | number | null>>;
  readonly by?: number | null;
  readonly pairs: readonly PostingPair[];
  readonly reverses?: number;
  /**
   * A person entered or chose the value date. In a closed month it is refused. Facts of M-Pesa and the banks, and what follows from them, are posted
   * late: on the first open day, with their own value date.
   */
  readonly dated?: 'person';
};

const valueDayOf = ({ valueDay, day }: NewJournal): Day => valueDay ?? day ?? clock.today();
const toFact = (one: NewJournal, day: Day) => ({
  key: one.key,
  kind: one.kind,
  day,
  value_day: valueDayOf(one),
  source: one.source[0],
  source_id: one.source[1],
  company_id: one.companyId ?? null,
  params: one.params,
  by_id: one.by ?? null,
  reverses: one.reverses ?? null,
  pairs: one.pairs.map(({ fund, dr, cr, cents: sum }) => [fund, buildLedgerAccountKey(fund, dr), buildLedgerAccountKey(fund, cr), sum]),
});

/** Posts many journals in one statement, for bulk operations. Journals without entries are skipped. Returns the journal ids by key. */
export async function postJournals(db: Db, journals: readonly NewJournal[]): Promise<Map<string, number>> {
  const moving = journals.filter(({ pairs }) => pairs.length > 0);
  if (moving.length === 0) return new Map();
  await refuseClosedValueDays(db, moving);
  const wanted = [...new Set(moving.map(({ day }) => day ?? clock.today()))];
  const open = await sql<{ wanted: Day; open: Day }>`
    select w::text as wanted, ledger_open_day(w::date)::text as open from unnest(${wanted}::text[]) w`.execute(db);
  const dayFor = new Map(open.rows.map((row) => [row.wanted, row.open]));
  const facts = moving.map((one) => toFact(one, dayFor.get(one.day ?? clock.today()) ?? clock.today()));
  const { rows } = await sql<{ event_key: string; journal_id: number }>`select * from ledger_post(${JSON.stringify(facts)}::jsonb)`.execute(db);
  return new Map(rows.map((row) => [row.event_key, row.journal_id]));
}
/** The first day of the last closed month. */
export const readLastClosedMonth = async (db: Db): Promise<Day | undefined> =>
  (
    await unscopedTable(db, 'ledger_period', 'accounting periods are shared by all companies')
      .select()
      .select('month')
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.month;
/** Waits for a closing in progress, and then refuses the value dates that people entered in closed months. */
const refuseClosedValueDays = (db: Db, journals: readonly NewJournal[]): Promise<void> =>
  assertValueDaysOpen(
    db,
    journals.flatMap((one) => (one.dated === 'person' ? [valueDayOf(one)] : [])),
  );
/** For requests, so that a day that cannot be posted is refused before another person approves it. */
export async function assertValueDaysOpen(db: Db, given: readonly Day[]): Promise<void> {
  const days = [...new Set(given)].sort();
  if (days.length === 0) return;
  const months = [...new Set(days.map((day) => Number(monthOf(day).replace('-', ''))))];
  for (const month of months) await sql`select pg_advisory_xact_lock_shared(4711, ${month}::int)`.execute(db);
  const closed = await readLastClosedMonth(db);
  const late = days.find((day) => closed && monthOf(day) <= monthOf(closed));
  if (late) throw new Refusal('conflict', m.ledger_refusal_value_day({ day: formatLongDate(late) }));
}
/** Posts one journal and returns its id, or 0 if it has no entries. */
export const postJournal = async (db: Db, journal: NewJournal): Promise<number> => (await postJournals(db, [journal])).get(journal.key) ?? 0;

type Undone = Pick<NewJournal, 'key' | 'kind' | 'by' | 'day' | 'valueDay'> & {
  /** The key of the journal to reverse. */ readonly of: string;
  readonly params?: NewJournal['params'];
};
/** Posts the reversal of a journal by its key. A second call changes nothing; an unknown key has nothing to reverse. */
export async function reverseJournal(db: Db, { of, key, kind, by, day, valueDay, params }: Undone): Promise<number> {
  const was = await unscopedTable(db, 'journal', why).select().selectAll().where('event_key', '=', of).executeTakeFirst();
  if (!was) return 0;
  const pairs = await readPostingPairs(db, was.id);
  return postJournal(db, {
    key,
    kind,
    ...(day ? { day } : {}),
    ...(valueDay ? { valueDay } : {}),
    source: [was.source, was.source_id],
    companyId: was.company_id,
    params: params ?? (was.params as NewJournal['params']),
    by: by ?? null,
    pairs: reverseEntries(pairs),
    reverses: was.id,
  });
}

/** The entry pairs of a journal as posted. */
export async function readPostingPairs(db: Db, journalId: number): Promise<PostingPair[]> {
  const rows = await unscopedTable(db, 'journal_entry', why)
    .select()
    .innerJoin('ledger_account as d', 'd.id', 'journal_entry.dr')
    .innerJoin('ledger_account as c', 'c.id', 'journal_entry.cr')
    .select([
      'journal_entry.fund',
      'journal_entry.cents',
      'd.code as d_code',
      'd.company_id as d_company',
      'd.tenancy_id as d_tenancy',
      'd.ref as d_ref',
    ])
    .select(['c.code as c_code', 'c.company_id as c_company', 'c.tenancy_id as c_tenancy', 'c.ref as c_ref'])
    .where('journal_id', '=', journalId)
    .orderBy('line')
    .execute();
  return rows.map((row) => ({
    fund: row.fund as LedgerFund,
    dr: acct(row.d_code, row.d_company, row.d_tenancy, row.d_ref),
    cr: acct(row.c_code, row.c_company, row.c_tenancy, row.c_ref),
    cents: toCents(row.cents),
  }));
}
const acct = (code: number, company: number | null, tenancy: number | null, ref: string): LedgerAccount => ({
  code: code as LedgerAccount['code'],
  ...(company === null ? {} : { company }),
  ...(tenancy === null ? {} : { tenancy }),
  ...(ref === '' ? {} : { ref }),
});

export type FundAccount = readonly [LedgerFund, LedgerAccount];
const sided = (code: LedgerAccount['code'], dr: number, cr: number): Cents => toCents(ledgerAccountKinds[code].side === 'credit' ? cr - dr : dr - cr);

/** The balances of accounts with stored totals, each positive on its normal side. */
export async function readAccountBalances(db: Db, named: readonly FundAccount[], locked = false): Promise<Cents[]> {
  const keys = named.map(([fund, one]) => buildLedgerAccountKey(fund, one));
  let asked = unscopedTable(db, 'ledger_total', why)
    .select()
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_total.account_id')
    .select(['ledger_account.key', 'dr', 'cr'])
    .where('ledger_account.key', 'in', keys)
    .orderBy('ledger_total.account_id');
  if (locked) asked = asked.forUpdate('ledger_total');
  const rows = new Map((await asked.execute()).map((row) => [row.key, row]));
  return Promise.all(
    named.map(async ([fund, one], n) => {
      if (!ledgerAccountKinds[one.code].kept) return live(db, keys[n] ?? '', one.code);
      const row = rows.get(buildLedgerAccountKey(fund, one));
      return sided(one.code, row?.dr ?? 0, row?.cr ?? 0);
    }),
  );
}
/** The balances with the accounts locked in a fixed order: a payout locks the balance that it is paid from. */
export const lockAccountBalances = (db: Db, named: readonly FundAccount[]): Promise<Cents[]> => readAccountBalances(db, named, true);
export const readAccountBalance = async (db: Db, fund: LedgerFund, one: LedgerAccount): Promise<Cents> =>
  (await readAccountBalances(db, [[fund, one]]))[0] ?? toCents(0);

/** Accounts that every journal uses have no stored total: their balance is the closed total plus the entries since. */
async function live(db: Db, key: string, code: LedgerAccount['code']): Promise<Cents> {
  const { rows } = await sql<{ dr: number; cr: number }>`
    with a as (select id from ledger_account where key = ${key}), closed as (select max(month) as month from ledger_period),
    was as (select coalesce(sum(t.dr), 0) as dr, coalesce(sum(t.cr), 0) as cr from ledger_period_total t join a on a.id = t.account_id join closed on closed.month = t.month)
    select (was.dr + coalesce((select sum(cents) from journal_entry e, a, closed where e.dr = a.id and (closed.month is null or e.month > closed.month)), 0))::bigint as dr,
      (was.cr + coalesce((select sum(cents) from journal_entry e, a, closed where e.cr = a.id and (closed.month is null or e.month > closed.month)), 0))::bigint as cr
    from was /* unscoped: a statement line is compared with ledger entries */`.execute(db);
  return sided(code, rows[0]?.dr ?? 0, rows[0]?.cr ?? 0);
}

/**
 * The balance of accounts before certain journals (`later`, a condition on `j`; none of them in a month before `since`) as an SQL expression. The
 * caller's statement reads it together with the values to compare, so that no posting can occur in between. Cash accounts have positive balances.
 */
export function balanceBeforeSql(named: readonly FundAccount[], since: Day, later: RawBuilder<boolean>): RawBuilder<number> {
  const keys = named.map(([fund, one]) => buildLedgerAccountKey(fund, one));
  return sql<number>`(with a as materialized (select id from ledger_account where key = any (${keys}::text[])), closed as materialized (select max(month) as month from ledger_period)
    select coalesce(sum(x.cents), 0)::bigint from (
      select t.dr - t.cr as cents from a join ledger_period_total t on t.account_id = a.id join closed on closed.month = t.month
      union all select e.cents from closed, a join journal_entry e on e.dr = a.id where closed.month is null or e.month > closed.month
      union all select -e.cents from closed, a join journal_entry e on e.cr = a.id where closed.month is null or e.month > closed.month
      union all select case when e.dr = a.id then -e.cents else e.cents end from a join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${since}::date)::date
        join journal j on j.id = e.journal_id where ${later}) x)`;
}

/** The collection mode of a company, `record` by default. */
export async function readMoneyMode(db: Db, companyId: number): Promise<CollectionMode> {
  const row = await unscopedTable(db, 'ledger_book', why).select().select('mode').where('company_id', '=', companyId).executeTakeFirst();
  return row?.mode ?? 'record';
}
