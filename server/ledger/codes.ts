import { type RawBuilder, sql } from 'kysely';
import { type AccountCode, type AccountName, ledgerAccounts } from '#contract/ledger/accounts.ts';

/** The codes of accounts in the text of a query. They are literals, not parameters, so that the planner can use the statistics of each. */
export const codeOf = (...names: readonly AccountName[]): RawBuilder<AccountCode> =>
  sql`${sql.join(names.map((name) => sql.lit(ledgerAccounts[name])))}`;
