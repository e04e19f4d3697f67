import { sql } from 'kysely';
import { findOutstandingJournals } from '#contract/bank-statement/reconcile.ts';
import type { OpeningBalance } from '#contract/bank-statement/shapes.ts';
import { sumCents } from '#contract/money/cents.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getLedgerAccountsOfAccount } from '#server/treasury/service.ts';
import { platformAccounts } from '../bank-reconciliation.ts';
import { findJournalsInOpening, judgeUnseenJournals, type UnseenRow, unseenJournalsSql } from '../unseen-journals.ts';

type Opening = { readonly id: number; readonly day: Day; readonly opening: number };

/**
 * Compares the opening balance of a statement, before which none is imported, with the ledger balance at the start of its first day. As in a
 * reconciliation, payouts that the bank has not made yet are outstanding, and a statement that begins in the middle of a day contains journals of
 * this day.
 */
export async function compareOpeningBalance(db: Db, account: CollectionAccountRow, first: Opening): Promise<OpeningBalance> {
  const before = addDays(first.day, -1);
  const { books } = await platformAccounts(db)
    .where('collection_account.id', '=', account.id)
    .select(balanceBeforeSql(getLedgerAccountsOfAccount(account), before, sql`j.value_day > ${before}::date`).as('books'))
    .executeTakeFirstOrThrow();
  const rest = first.opening - books;
  const explained =
    rest === 0 ? 0 : (await findJournalsInOpening(db, account, first)).length > 0 ? rest : await sumOutstanding(db, account, first, rest);
  return { opening_cents: first.opening, day: first.day, books_cents: books, outstanding_cents: explained, difference_cents: rest - explained };
}

async function sumOutstanding(db: Db, account: CollectionAccountRow, { day, opening }: Opening, rest: number): Promise<number> {
  const position = { bank: opening, day: addDays(day, -1), upTo: addDays(day, -1) };
  const { rows } = await sql<UnseenRow>`select * from ${unseenJournalsSql(account, position, { isFirst: true })} u`.execute(db);
  const judged = await judgeUnseenJournals(db, account, position, rows);
  return sumCents(findOutstandingJournals(rest, judged).map(({ cents }) => cents));
}
