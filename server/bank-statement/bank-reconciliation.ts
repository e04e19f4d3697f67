import { type Selectable, sql } from 'kysely';
import { processingStatementStates, type ReconcilingItemKind } from '#contract/bank-statement/kinds.ts';
import {
  calculateUnexplainedDifference,
  findInTransitItems,
  findOutstandingJournals,
  type ReconcilingItem,
} from '#contract/bank-statement/reconcile.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { BankFigureTable } from '#server/db/types.gen.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { sumOutstandingTransfers } from '#server/kernel/outstanding-transfers.ts';
import type { LedgerCheckDifference } from '#server/kernel/proofs.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getLedgerAccountsOfAccount, lockReconciliation, readCollectionAccount } from '#server/treasury/service.ts';
import { matchStatementLines } from './lines.ts';
import { notifyReconciliationDifference } from './notify-difference.ts';
import { type BankPosition, judgeUnseenJournals, type UnseenJournalRow, type UnseenRow, unseenJournalsSql } from './unseen-journals.ts';

const why = 'bank reconciliation covers all companies';
export type BankFigureRow = Selectable<BankFigureTable>;

/** The lines of an account's imported statements; each movement once, however many files contain it. */
const accountLinesSql = (account: Pick<CollectionAccountRow, 'id'>, day: Day) => sql`
  (select distinct on (l.external_id, l.cents) l.* from statement_line l join statement s on s.id = l.statement_id
   where s.account_id = ${account.id} and s.status = 'imported' and l.day <= ${day}::date and l.cents is not null order by l.external_id, l.cents, l.journal_id nulls last, l.id)`;

type Sums = Partial<Record<ReconcilingItemKind, number>>;
type Stood = { readonly books: number; readonly parts: ReconcilingItem[] };
/** `overdue`: own moves that the statements should have shown, so they are part of the difference. */
export type StatementPosition = Stood & { readonly outstanding: readonly UnseenJournalRow[]; readonly overdue: readonly UnseenJournalRow[] };
/**
 * Reversals by M-Pesa or a bank that await a decision. A decision is posted on the day of the reversal, so for a past day, too, only those open today
 * are missing in the ledger.
 */
const openReversalsSql = (account: CollectionAccountRow, day: Day) => sql`(select d.external, d.cents, d.at from payment_doubt d
  where d.kind in ('reversal', 'which') and d.status = 'open' and d.account_id = ${account.id} and app.day(d.at) <= ${day}::date)`;
/** Their sum. The statement already contains their lines, so the sum explains that difference. */
const contested = (account: CollectionAccountRow, day: Day) =>
  sql`(select -coalesce(sum(d.cents), 0)::bigint from ${openReversalsSql(account, day)} d)`;
const named = (sums: Sums): ReconcilingItem[] =>
  Object.entries(sums).flatMap(([what, sum]) => (sum === 0 ? [] : [{ what: what as ReconcilingItemKind, cents: toCents(sum) }]));

/**
 * The ledger balance at the end of a day, and the explained parts of the difference from a statement's balance, with the journals that are not on
 * the statement yet.
 */
export async function readStatementPosition(db: Db, account: CollectionAccountRow, position: BankPosition): Promise<StatementPosition> {
  const { bank, day, upTo } = position;
  const { rows } = await sql<
    Record<'books' | 'late' | 'waiting' | 'ignored' | 'contested' | 'strange' | 'total', number> & { unseen: UnseenRow[] }
  >`/* unscoped: statements of all accounts are reconciled with the ledger */
    select coalesce(sum(l.cents) filter (where j.value_day > ${upTo}::date), 0)::bigint as late,
      coalesce(sum(l.cents) filter (where l.journal_id is null and l.cents > 0 and l.fate not in ('ignored', 'in')), 0)::bigint as waiting,
      coalesce(sum(l.cents) filter (where l.journal_id is null and l.fate = 'ignored'), 0)::bigint as ignored,
      coalesce(sum(l.cents) filter (where l.journal_id is null and (l.cents < 0 and l.fate <> 'ignored' or l.fate = 'in')), 0)::bigint as strange,
      coalesce(sum(l.cents), 0)::bigint as total, ${contested(account, day)} as contested,
      coalesce((select jsonb_agg(to_jsonb(u)) from ${unseenJournalsSql(account, position)} u), '[]') as unseen,
      ${balanceBeforeSql(getLedgerAccountsOfAccount(account), upTo, sql`j.value_day > ${upTo}::date`)} as books
    from ${accountLinesSql(account, day)} l left join journal j on j.id = l.journal_id`.execute(db);
  const { books = 0, strange = 0, total = 0, contested: taken = 0, unseen = [], ...others } = rows[0] ?? {};
  const parts = named({ ...others, contested: taken });
  const rest = calculateUnexplainedDifference(bank, books, parts) - (strange - taken);
  const judged = await judgeUnseenJournals(db, account, position, unseen, total);
  const outstanding = findOutstandingJournals(rest, judged);
  const sumOf = (isTransfer: boolean) => sumCents(outstanding.filter((one) => one.isTransfer === isTransfer).map(({ cents }) => cents));
  const overdue = judged.filter(({ isOverdue }) => isOverdue);
  return { books, parts: [...parts, ...named({ outstanding: sumOf(true), missing: sumOf(false) })], outstanding, overdue };
}

export const shownItems = 20;
export type UnknownLine = {
  readonly statement_id: number;
  readonly n: number;
  readonly day: Day;
  readonly details: string;
  readonly cents: number;
  readonly fate: string;
  /** The line of a reversal that awaits a decision. */
  readonly contested: boolean;
};
/** Statement lines without a journal, newest first. */
export async function readLinesWithoutJournal(db: Db, account: CollectionAccountRow, day: Day): Promise<UnknownLine[]> {
  const { rows } = await sql<UnknownLine>`/* unscoped: bank reconciliation covers all companies */
    select l.statement_id, l.n, l.day, l.details, l.cents, l.fate, l.fate = 'reversal' and exists (select 1 from ${openReversalsSql(account, day)} d where d.cents = -l.cents
      and (d.external in (l.external_id, l.reference) or strpos(l.details, d.external) > 0 or (l.reference = '' and app.day(d.at) = l.day))) as contested
    from ${accountLinesSql(account, day)} l where l.journal_id is null order by l.day desc, l.id desc`.execute(db);
  return rows;
}
/** The first lines without a journal that make a difference: money paid out, and money received on an account without payers. */
export const readUnknownMovements = async (db: Db, account: CollectionAccountRow, day: Day): Promise<Omit<UnknownLine, 'fate' | 'contested'>[]> =>
  (await readLinesWithoutJournal(db, account, day))
    .filter((line) => line.fate === 'in' || (line.cents < 0 && line.fate !== 'ignored'))
    .slice(0, shownItems)
    .map(({ fate: _, contested: __, ...line }) => line);

/**
 * Journals after a given time: by the time of payment if known, otherwise by the time of posting. Corrections are excluded, because they belong to
 * the difference they correct.
 */
export const isAfterAnswerSql = (at: Date) => sql<boolean>`j.kind <> 'adjustment' and ${at}::timestamptz <
  coalesce((select r.paid_at from receipt r where j.event_key ~ '^receipt:[0-9]+$' and r.id = split_part(j.event_key, ':', 2)::bigint), j.at)`;

/**
 * The ledger balance when M-Pesa computed its answer, and the explained parts: sent and not known to have left, announced and not confirmed as
 * received.
 */
export async function readQueryPosition(
  db: Db,
  account: CollectionAccountRow,
  { bank, day, at }: { bank: number; day: Day; at: Date },
): Promise<Stood> {
  const { rows } = await sql<Record<'books' | 'coming' | 'contested', number>>`/* unscoped: M-Pesa balances are reconciled with the ledger */
    select ${balanceBeforeSql(getLedgerAccountsOfAccount(account), addDays(day, -31), isAfterAnswerSql(at))} as books, ${contested(account, day)} as contested,
      (select coalesce(sum(i.cents), 0)::bigint from status_query q join inbox i on i.id = q.inbox_id where q.open and q.account_id = ${account.id}) as coming`.execute(
    db,
  );
  const { books = 0, coming = 0, contested: taken = 0 } = rows[0] ?? {};
  const out = await sumOutstandingTransfers(db, account.id, at);
  return { books, parts: [...named({ contested: taken }), ...findInTransitItems(bank - taken, books, { out, coming })] };
}

/** A line of another statement of that day continues from the closing balance of this one. */
const goesOn = sql<boolean>`exists (select 1 from statement_line l join statement s on s.id = l.statement_id
  where s.account_id = bank_figure.account_id and s.status = 'imported' and l.day = bank_figure.day and l.cents <> 0 and l.balance_cents - l.cents = bank_figure.cents
    and not exists (select 1 from statement_line o where o.statement_id = bank_figure.statement_id and o.external_id = l.external_id and o.cents = l.cents))`;
/**
 * The last known balance of each of the platform's accounts; accounts of companies are not compared. A statement counts more than an answer of the
 * same day or earlier. Of several statements of one day the last is the one whose balance no line of another continues, whichever was read last.
 */
export async function readLatestBankBalances(db: Db, upTo: Day | null = null): Promise<BankFigureRow[]> {
  const rows = await unscopedTable(db, 'bank_figure', why)
    .select()
    .innerJoin('collection_account', 'collection_account.id', 'bank_figure.account_id')
    .where('bank_figure.cents', 'is not', null)
    .where('collection_account.company_id', 'is', null)
    .$if(upTo !== null, (rows) => rows.where('bank_figure.day', '<=', upTo ?? ''))
    .distinctOn(['bank_figure.account_id', 'bank_figure.source'])
    .selectAll('bank_figure')
    .orderBy('bank_figure.account_id')
    .orderBy('bank_figure.source')
    .orderBy('bank_figure.day', 'desc')
    .orderBy(goesOn)
    .orderBy('bank_figure.id', 'desc')
    .execute();
  const told = (row: BankFigureRow) =>
    rows.some((other) => other.account_id === row.account_id && other.source === 'statement' && other.day >= row.day);
  return rows.filter((row) => row.source === 'statement' || !told(row));
}

/** Bank reconciliation: compares one reported balance with the ledger, stores the result, and notifies people once of each unexplained difference. */
async function compare(db: Db, figure: BankFigureRow): Promise<void> {
  const account = await readCollectionAccount(db, figure.account_id);
  const { day, cents: bank } = figure;
  if (bank === null) return;
  const at = figure.at ?? figure.created_at;
  const { books, parts } =
    figure.source === 'statement'
      ? await readStatementPosition(db, account, { bank, day, upTo: day })
      : await readQueryPosition(db, account, { bank, day, at });
  const difference = calculateUnexplainedDifference(bank, books, parts);
  const news = difference !== 0 && difference !== figure.told_cents;
  await unscopedTable(db, 'bank_figure', why)
    .change()
    .set({
      books_cents: toCents(books),
      parts: JSON.stringify(parts),
      difference_cents: difference,
      checked_at: clock.now(),
      told_cents: news ? difference : difference === 0 ? null : figure.told_cents,
    })
    .where('id', '=', figure.id)
    .execute();
  if (news) await notifyReconciliationDifference(asClock(db, why), account, { day, cents: difference });
}

/**
 * A partly imported statement proves nothing: the last result counts until the last line is imported. An import that has stopped for longer than
 * this blocks nothing.
 */
const quietAfterMs = 3600 * 1000;
export const hasStatementBeingImported = async (db: Db, accountId: number): Promise<boolean> =>
  (await unscopedTable(db, 'statement', why)
    .select()
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', [...processingStatementStates])
    .where('taken_at', '>', new Date(clock.ms() - quietAfterMs))
    .executeTakeFirst()) !== undefined;

async function compareAll(tx: Db, accountId: number): Promise<void> {
  await lockReconciliation(tx, accountId);
  if (await hasStatementBeingImported(tx, accountId)) return;
  await matchStatementLines(tx, await readCollectionAccount(tx, accountId));
  for (const row of await readLatestBankBalances(tx)) if (row.account_id === accountId) await compare(tx, row);
}

/** The platform's accounts with a reported balance or statement lines. Lines prove payouts even without a balance. */
async function told(db: Db): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`/* unscoped: bank reconciliation covers all companies */
    select a.id from collection_account a where a.company_id is null and (exists (select 1 from bank_figure f where f.account_id = a.id and f.cents is not null)
      or exists (select 1 from statement s where s.account_id = a.id and s.status = 'imported')) order by a.id`.execute(db);
  return rows.map(({ id }) => ({ id: Number(id) }));
}
/**
 * Compares all accounts, or one, again: a matched line or a posted correction may remove a block. Each account has one transaction, the caller's or
 * its own: what a line proves (a payout left, a sweep arrived) is posted with it or not at all.
 */
export async function reconcileAccounts(db: Db, accountId?: number): Promise<void> {
  const accounts = (await told(db)).filter(({ id }) => accountId === undefined || id === accountId);
  if (!db.isTransaction) await processDueRows(db, accounts, (tx, { id }) => compareAll(tx, id));
  else for (const { id } of accounts) await compareAll(db, id);
}

/** The result of the last comparison: the only source for blocking payouts, notifications and corrections. */
export type ReconciliationResult = Readonly<Record<'books_cents' | 'expected_cents' | 'bank_cents' | 'difference_cents', number>> & {
  readonly parts: readonly ReconcilingItem[];
};
export const toReconciliationResult = (row: BankFigureRow): ReconciliationResult => ({
  books_cents: row.books_cents ?? 0,
  parts: row.parts as ReconcilingItem[],
  expected_cents: (row.cents ?? 0) - row.difference_cents,
  bank_cents: row.cents ?? 0,
  difference_cents: row.difference_cents,
});
/** The unexplained differences of the last comparison. */
export async function findUnexplainedDifferences(db: Db): Promise<LedgerCheckDifference[]> {
  const found: LedgerCheckDifference[] = [];
  for (const row of await readLatestBankBalances(db)) {
    const { difference_cents, bank_cents, expected_cents } = toReconciliationResult(row);
    if (difference_cents === 0) continue;
    const { name } = await readCollectionAccount(db, row.account_id);
    found.push({ what: `${name}, ${formatLongDate(row.day)}`, expected: bank_cents, found: expected_cents, account_id: row.account_id });
  }
  return found;
}
/** The platform's bank accounts and paybills. Those in use are reconciled. */
export const platformAccounts = (db: Db) =>
  unscopedTable(db, 'collection_account', why).select().where('company_id', 'is', null).where('rail', '<>', 'cash').orderBy('id');
/** Accounts with no bank balance yet. */
export async function listAccountsWithoutBankBalance(db: Db): Promise<string[]> {
  const said = await readLatestBankBalances(db);
  const rows = await platformAccounts(db).where('active', '=', true).select(['id', 'name']).execute();
  return rows.filter(({ id }) => said.every((row) => row.account_id !== id)).map(({ name }) => name);
}
