import { sql } from 'kysely';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { calculateUnexplainedDifference, readStatementBalances } from '#contract/bank-statement/reconcile.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { readTransfersInTransit, type TransferInTransit } from '#server/kernel/outstanding-transfers.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getLedgerAccountsOfAccount, readCollectionAccount, toLedgerAccountKeys } from '#server/treasury/service.ts';
import {
  type BankFigureRow,
  isAfterAnswerSql,
  platformAccounts,
  readLatestBankBalances,
  readLinesWithoutJournal,
  readQueryPosition,
  readStatementPosition,
} from './bank-reconciliation.ts';
import { readStatementLines } from './classify-lines.ts';
import { outstandingDays, slowDays, type UnseenJournalRow } from './unseen-journals.ts';

/** A list names the first of its items; its count and sum cover all. */
const listed = 500;

type Bank = Omit<NonNullable<AccountReconciliation['bank']>, 'at'> & { readonly at: Date | null };
type Item = AccountReconciliation['outstanding']['items'][number];
type Line = AccountReconciliation['unidentified']['items'][number];
const toList = <T extends { readonly cents: number }>(items: readonly T[]) => ({
  count: items.length,
  cents: sumCents(items.map(({ cents }) => cents)),
  items: items.slice(0, listed),
});

const balanceSql = (account: CollectionAccountRow, day: Day) =>
  balanceBeforeSql(getLedgerAccountsOfAccount(account), day, sql`j.value_day > ${day}::date`);
/** The platform's bank accounts and paybills that are reconciled: those in use, and closed ones that held money on the day. */
export async function listReconcilableAccounts(db: Db, day: Day = clock.today()): Promise<CollectionAccountRow[]> {
  const all = await platformAccounts(db).selectAll('collection_account').execute();
  const closed = all.filter(({ active }) => !active);
  const held = await Promise.all(
    closed.map(async (account) => {
      const row = await platformAccounts(db)
        .where('collection_account.id', '=', account.id)
        .select(balanceSql(account, day).as('cents'))
        .executeTakeFirst();
      return row && row.cents !== 0 ? [account.id] : [];
    }),
  );
  const kept = new Set(held.flat());
  return all.filter(({ id, active }) => active || kept.has(id));
}
/** An account whose worksheets can be read, also after it was closed. */
export const findReconcilableAccount = (db: Db, id: number): Promise<CollectionAccountRow | undefined> =>
  platformAccounts(db).where('collection_account.id', '=', id).selectAll('collection_account').executeTakeFirst();

type LedgerSide = { readonly cents: number; readonly statement_id: number | null };
/** The ledger balance at the end of a day, and the statement with the last line up to that day. */
const readLedgerSide = (db: Db, account: CollectionAccountRow, day: Day): Promise<LedgerSide> =>
  platformAccounts(db)
    .where('collection_account.id', '=', account.id)
    .select(balanceSql(account, day).as('cents'))
    .select(
      sql<number | null>`(select s.id from statement_line l join statement s on s.id = l.statement_id
        where s.account_id = ${account.id} and s.status = 'imported' and l.day <= ${day}::date and l.balance_cents is not null order by l.day desc, s.id desc limit 1)`.as(
        'statement_id',
      ),
    )
    .executeTakeFirstOrThrow();
/** The balance after the last line up to a day, of a statement that may contain later lines too. */
async function readBalanceWithinStatement(db: Db, statementId: number, day: Day): Promise<Bank | null> {
  const lines = await readStatementLines(db, statementId)
    .clearSelect()
    .select(['day', 'cents', 'balance_cents as balance'])
    .where('day', '<=', day)
    .execute();
  const ends = readStatementBalances(lines);
  const last = lines.reduce<Day>((latest, line) => (line.day !== null && line.day > latest ? line.day : latest), '');
  return ends === null || ends === 'broken' ? null : { cents: ends.closing, day: last, source: 'statement', statement_id: statementId, at: null };
}
/** The last balance known up to a day. A statement counts more than an answer of M-Pesa of the same day or earlier. */
async function readBank(db: Db, accountId: number, day: Day, statementId: number | null): Promise<Bank | null> {
  const figures = (await readLatestBankBalances(db, day)).filter((row) => row.account_id === accountId);
  const [figure] = figures.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.source === 'statement' ? -1 : 1));
  const within = statementId === null ? null : await readBalanceWithinStatement(db, statementId, day);
  if (within && (!figure || within.day > figure.day)) return within;
  return figure ? toBank(figure) : null;
}
const toBank = (row: BankFigureRow): Bank => ({
  cents: row.cents ?? 0,
  day: row.day,
  source: row.source as Bank['source'],
  statement_id: row.statement_id,
  at: row.source === 'query' ? (row.at ?? row.created_at) : null,
});

/** Lines without a journal. A reversal that awaits a decision is named by its exception. */
const readUnidentifiedLines = async (db: Db, account: CollectionAccountRow, day: Day): Promise<Line[]> =>
  (await readLinesWithoutJournal(db, account, day))
    .filter((line) => !line.contested)
    .map(({ fate, contested: _, ...line }) => ({ ...line, ignored: fate === 'ignored' }));
const isOverdue = (one: { readonly day: Day }, day: Day): boolean => one.day <= addDays(day, -slowDays);
const toItem = (one: UnseenJournalRow, day: Day): Item => ({
  kind: one.kind,
  journal_id: one.id,
  journal_code: one.code,
  code: one.transfer || one.code,
  who: one.who,
  day: one.day,
  cents: one.cents,
  overdue: isOverdue(one, day),
});
const toSent = (one: TransferInTransit, day: Day): Item => ({
  kind: one.status,
  journal_id: null,
  code: one.code,
  who: one.who,
  day: one.day,
  cents: one.cents,
  overdue: isOverdue(one, day),
});

type Entry = Omit<Item, 'overdue'>;
/** Answers of M-Pesa older than this are compared with whole months only. */
const comparedDays = 31;

/**
 * The entries between an answer of M-Pesa and the end of the day: those of the day that followed the answer, and those of later days that it already
 * contains. `cents` is what each adds to the answer compared with the ledger.
 */
async function readEntriesAfterAnswer(db: Db, account: CollectionAccountRow, { day, at }: { day: Day; at: Date }, upTo: Day): Promise<Entry[]> {
  const { rows } = await sql<Entry>`/* unscoped: M-Pesa balances are reconciled with the ledger */
    select j.id as journal_id, j.code as journal_code, j.kind, j.value_day as day, coalesce(j.params ->> 'transfer', j.params ->> 'code', j.code) as code,
      coalesce(j.params ->> 'who', j.params ->> 'how', '') as who,
      (case when ${isAfterAnswerSql(at)} then -1 else 1 end * sum(case when e.dr = a.id then e.cents else -e.cents end))::bigint as cents
    from ledger_account a join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${addDays(day, -comparedDays)}::date)::date
    join journal j on j.id = e.journal_id
    where a.key = any (${toLedgerAccountKeys(account)}::text[]) and (j.value_day <= ${upTo}::date) = (${isAfterAnswerSql(at)})
    group by j.id having sum(case when e.dr = a.id then e.cents else -e.cents end) <> 0 order by j.value_day, j.id`.execute(db);
  return rows;
}

type Parts = Pick<
  AccountReconciliation,
  'overdue_moves' | 'outstanding' | 'in_transit' | 'unidentified' | 'after' | 'late_cents' | 'contested_cents' | 'in_doubt_cents'
>;
const noParts: Parts = {
  outstanding: toList<Item>([]),
  in_transit: toList<Item>([]),
  unidentified: toList<Line>([]),
  late_cents: 0,
  contested_cents: 0,
  in_doubt_cents: 0,
};
async function readParts(db: Db, account: CollectionAccountRow, bank: Bank, upTo: Day): Promise<Parts> {
  const sumOf = (parts: readonly { readonly what: string; readonly cents: number }[], ...kinds: readonly string[]) =>
    sumCents(parts.filter(({ what }) => kinds.includes(what)).map(({ cents }) => cents));
  if (bank.at !== null) {
    const answer = { bank: bank.cents, day: bank.day, at: bank.at };
    const { parts } = await readQueryPosition(db, account, answer);
    const entries = await readEntriesAfterAnswer(db, account, answer, upTo);
    return {
      ...noParts,
      after: toList(entries.map((one): Item => ({ ...one, overdue: false }))),
      contested_cents: sumOf(parts, 'contested'),
      in_doubt_cents: sumOf(parts, 'under_way', 'arriving'),
    };
  }
  const { parts, outstanding, overdue } = await readStatementPosition(db, account, { bank: bank.cents, day: bank.day, upTo });
  const contested = sumOf(parts, 'contested');
  const journals = (isTransfer: boolean) => outstanding.filter((one) => one.isTransfer === isTransfer).map((one) => toItem(one, upTo));
  return {
    outstanding: toList(journals(true)),
    in_transit: toList(journals(false)),
    overdue_moves: toList(overdue.map((one) => toItem(one, upTo))),
    unidentified: toList(await readUnidentifiedLines(db, account, bank.day)),
    late_cents: sumOf(parts, 'late'),
    contested_cents: contested,
    in_doubt_cents: 0,
  };
}

/**
 * The reconciliation of an account for a day: the bank balance is the ledger balance plus all parts plus the unexplained difference. It only reads,
 * and the caller has checked the permission. Lines for money paid out without a journal are named here, and still stop payouts.
 */
export async function readAccountReconciliation(db: Db, accountId: number, day: Day): Promise<AccountReconciliation> {
  const account = await readCollectionAccount(db, accountId);
  const ledgerAccounts = getLedgerAccountsOfAccount(account);
  const { cents: ledger, statement_id: statementId } = await readLedgerSide(db, account, day);
  const bank = await readBank(db, accountId, day, statementId);
  const parts = bank ? await readParts(db, account, bank, day) : noParts;
  const sent = (await readTransfersInTransit(db, account, addDays(day, -outstandingDays), day)).filter((one) => one.day <= day);
  const known = [parts.outstanding, parts.in_transit, parts.unidentified].map(({ cents }) => cents);
  const explained = sumCents([...known, parts.after?.cents ?? 0, parts.late_cents, parts.contested_cents, parts.in_doubt_cents]);
  return {
    account: {
      id: account.id,
      name: account.name,
      number: account.number,
      rail: account.rail as 'mpesa' | 'bank',
      fund: account.fund,
      codes: ledgerAccounts.map(([, { code }]) => code),
    },
    day,
    ledger_cents: ledger,
    ...parts,
    sent: toList(sent.map((one) => toSent(one, day))),
    bank: bank && { ...bank, at: bank.at?.toISOString() ?? null },
    difference_cents: bank ? calculateUnexplainedDifference(bank.cents, ledger + explained, []) : null,
  };
}
