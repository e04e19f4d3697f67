import { sql } from 'kysely';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type CollectionAccountRow, toLedgerAccountKeys } from '#server/treasury/service.ts';
import { after } from './bank-reconciliation.ts';

type Item = Omit<AccountReconciliation['outstanding']['items'][number], 'overdue'>;
/** Answers of M-Pesa older than this are compared with whole months only. */
const comparedDays = 31;

/**
 * The entries between an answer of M-Pesa and the end of the day: those of the day that followed the answer, and those of later days that it already
 * contains. `cents` is what each adds to the answer compared with the ledger.
 */
export async function readEntriesAfterAnswer(db: Db, account: CollectionAccountRow, { day, at }: { day: Day; at: Date }, upTo: Day): Promise<Item[]> {
  const { rows } = await sql<Item>`/* unscoped: M-Pesa balances are reconciled with the ledger */
    select j.id as journal_id, j.kind, j.value_day as day, coalesce(j.params ->> 'transfer', j.params ->> 'code', j.code) as code,
      coalesce(j.params ->> 'who', j.params ->> 'how', '') as who,
      (case when ${after(at)} then -1 else 1 end * sum(case when e.dr = a.id then e.cents else -e.cents end))::bigint as cents
    from ledger_account a join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${addDays(day, -comparedDays)}::date)::date
    join journal j on j.id = e.journal_id
    where a.key = any (${toLedgerAccountKeys(account)}::text[]) and (j.value_day <= ${upTo}::date) = (${after(at)})
    group by j.id having sum(case when e.dr = a.id then e.cents else -e.cents end) <> 0 order by j.value_day, j.id`.execute(db);
  return rows;
}
