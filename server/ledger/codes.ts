import { type RawBuilder, sql } from 'kysely';
import { type LedgerAccountCode, type LedgerAccountName, ledgerAccounts } from '#contract/ledger/accounts.ts';

/** Account codes in the text of a query. They are literals and not parameters, so that the planner can use the statistics of each account. */
export const accountCodeSql = (...names: readonly LedgerAccountName[]): RawBuilder<LedgerAccountCode> =>
  sql`${sql.join(names.map((name) => sql.lit(ledgerAccounts[name])))}`;
