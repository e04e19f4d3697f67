import { sql } from 'kysely';
import type { UnseenJournal } from '#contract/bank-statement/reconcile.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getLedgerAccountsOfAccount, toLedgerAccountKeys } from '#server/treasury/service.ts';
import { readOpeningAndClosingBalances } from './classify-lines.ts';

const why = 'bank reconciliation covers all companies';
const allCompanies = sql`/* unscoped: bank reconciliation covers all companies */`;
/** A journal may appear on the statement some days later. After that staff must ask why it is missing. */
export const slowDays = 3;
/** A payout stays outstanding for as long as statement lines are matched with journals. */
export const outstandingDays = 92;
/** Journals of transfers that Makao made. They are known to the bank or to M-Pesa, so they are named until a statement shows them. */
export const transferKinds: readonly JournalKind[] = ['payout_confirmed', 'payout_charge', 'swept', 'funds_cleared', 'tax_remitted'];
/** Transfers between the platform's own accounts, which one person records. */
const ownMoveKinds: readonly JournalKind[] = ['swept', 'funds_cleared'];
/** Own moves leave on the day they are recorded. If complete statements of this many later days do not show one, it may never have happened. */
export const ownMoveDays = 5;

/** What a journal adds to the bank balance compared with the ledger, in which it is booked already. */
const added = sql`sum(case when e.dr = a.id then -e.cents else e.cents end)`;

export type FirstStatement = { readonly id: number; readonly day: Day; readonly opening: number };
/** The account's first statement with its opening balance. A statement without balances or with missing lines proves nothing. */
export async function readFirstStatement(db: Db, account: CollectionAccountRow): Promise<FirstStatement | null> {
  const first = await unscopedTable(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', '=', 'imported')
    .where('day', 'is not', null)
    .select(['statement.id', 'day'])
    .orderBy('day')
    .orderBy('statement.id')
    .limit(1)
    .executeTakeFirst();
  const ends = first ? (await readOpeningAndClosingBalances(db, first.id)).ends : null;
  return first?.day && ends !== null && ends !== 'broken' ? { id: first.id, day: first.day, opening: ends.opening } : null;
}

/**
 * Journals that are contained in the opening balance of the account's first statement, on its first day: a statement may begin in the middle of a
 * day. They are the journals of that day without a line, in posting order, which lead from the previous day's balance to the opening balance.
 */
export async function findJournalsInOpening(db: Db, account: CollectionAccountRow, first: FirstStatement | null): Promise<number[]> {
  if (!first) return [];
  const before = addDays(first.day, -1);
  const { rows } = await sql<{ id: number }>`${allCompanies}
    with booked as (select b.id, ${added} as cents from ledger_account a
      join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${first.day}::date)::date join journal b on b.id = e.journal_id
      where a.key = any (${toLedgerAccountKeys(account)}::text[]) and b.value_day = ${first.day}::date
        and not exists (select 1 from statement_line l where l.statement_id = ${first.id} and l.journal_id = b.id) group by b.id),
    run as (select id, ${first.opening}::bigint - ${balanceBeforeSql(getLedgerAccountsOfAccount(account), before, sql`j.value_day > ${before}::date`)} + sum(cents) over (order by id) as rest from booked)
    select id from run where id <= (select min(id) from run where rest = 0)`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** A balance of the bank, and the day up to which the ledger is compared with it. */
export type BankPosition = { readonly bank: number; readonly day: Day; readonly upTo: Day };
export type UnseenJournalRow = UnseenJournal & {
  readonly code: string;
  readonly kind: JournalKind;
  readonly day: Day;
  /** The code of the transfer, refund or cash move, and the payee or the way. */
  readonly transfer: string;
  readonly who: string;
};
export type UnseenRow = Omit<UnseenJournalRow, 'isTransfer' | 'isRecent' | 'isCertain' | 'isOverdue'> & { readonly reverses: number | null };

/**
 * A query of the journals up to a day without a statement line: transfers of the last months, and others of the last days. What existed before the
 * first statement is in its opening balance, unless the opening balance itself is compared (`isFirst`). A correction has no line, because it is itself
 * the difference that was corrected.
 */
export const unseenJournalsSql = (
  account: CollectionAccountRow,
  { day, upTo }: Omit<BankPosition, 'bank'>,
  { isFirst = false } = {},
) => sql`(${allCompanies}
  select b.id, b.code, b.kind, b.value_day as day, b.reverses, ${added}::bigint as cents, coalesce(b.params ->> 'transfer', b.params ->> 'code', '') as transfer,
    coalesce(b.params ->> 'who', b.params ->> 'how', '') as who
  from ledger_account a join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${addDays(day, -outstandingDays)}::date)::date
  join journal b on b.id = e.journal_id
  where a.key = any (${toLedgerAccountKeys(account)}::text[]) and b.value_day > ${addDays(day, -outstandingDays)}::date and b.value_day <= ${upTo}::date
    and (b.value_day > ${addDays(day, -slowDays)}::date or b.kind = any (${transferKinds}::text[])) and not (b.kind = 'adjustment' and b.source = 'cash_move')
    and (${isFirst} or b.value_day >= (select min(f.day) from statement_line f join statement s on s.id = f.statement_id where s.account_id = ${account.id} and s.status = 'imported'))
    and not exists (select 1 from statement_line f join statement s on s.id = f.statement_id
      where f.journal_id = b.id and f.day <= ${upTo}::date and s.status = 'imported' and s.account_id = ${account.id})
  group by b.id having ${added} <> 0 order by b.id)`;

/** Adds what the statements say about the journals of the query. `linesTotal`: the sum of all lines up to the day, if the balance is of a statement. */
export async function judgeUnseenJournals(
  db: Db,
  account: CollectionAccountRow,
  { bank, day }: Omit<BankPosition, 'upTo'>,
  rows: readonly UnseenRow[],
  linesTotal: number | null = null,
): Promise<readonly UnseenJournalRow[]> {
  if (rows.length === 0) return [];
  const first = await readFirstStatement(db, account);
  const begun = new Set(await findJournalsInOpening(db, account, first));
  // A journal and its reversal that both lack a line never moved money.
  const ids = new Set(rows.map(({ id }) => id));
  const undone = new Set(rows.flatMap(({ id, reverses }) => (reverses !== null && ids.has(reverses) ? [id, reverses] : [])));
  const isContinuous = first !== null && linesTotal !== null && first.opening + linesTotal === bank;
  return rows
    .filter(({ id }) => !begun.has(id) && !undone.has(id))
    .map(({ reverses: _, ...row }) => {
      const isTransfer = transferKinds.includes(row.kind) && row.cents > 0;
      const isCertain = isContinuous && first !== null && row.day > first.day;
      const isOverdue = isTransfer && isCertain && ownMoveKinds.includes(row.kind) && row.day <= addDays(day, -ownMoveDays);
      return { ...row, isTransfer, isRecent: row.day > addDays(day, -slowDays), isCertain, isOverdue };
    });
}
/** The transfers of an account that no statement shows, whatever its balance. */
export async function readUnseenTransfers(db: Db, account: CollectionAccountRow, position: BankPosition): Promise<readonly UnseenJournalRow[]> {
  const { rows } = await sql<UnseenRow>`select * from ${unseenJournalsSql(account, position)} u`.execute(db);
  return (await judgeUnseenJournals(db, account, position, rows)).filter(({ isTransfer }) => isTransfer);
}
