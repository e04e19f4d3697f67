import { all, byCompany, none, type Scopes, scopeOf, seenWith } from '#server/kernel/scope.ts';

/** The platform's heads read the books; a company what was booked for it; nobody else anything. */
const heads = scopeOf(none, { superadmin: all, admin: all });

export const ledgerScopes: Scopes = {
  account_kind: scopeOf(all),
  ledger_account: byCompany(),
  journal: byCompany(),
  journal_entry: seenWith('journal', 'journal_id'),
  ledger_total: seenWith('ledger_account', 'account_id'),
  ledger_period: heads,
  ledger_period_total: heads,
  ledger_book: byCompany(),
  ledger_proof: heads,
};
