import { allRows, companyScope, makeTableScope, noRows, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

/** Platform admins read the ledger, and a company reads the journals about its records. Other people read none. */
const heads = makeTableScope(noRows, { superadmin: allRows, admin: allRows });

export const ledgerScopes: TableScopes = {
  account_kind: makeTableScope(allRows),
  ledger_account: companyScope(),
  journal: companyScope(),
  journal_entry: visibleWith('journal', 'journal_id'),
  ledger_total: visibleWith('ledger_account', 'account_id'),
  ledger_period: heads,
  ledger_period_total: heads,
  ledger_book: companyScope(),
  ledger_proof: heads,
};
