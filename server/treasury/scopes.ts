import { sql } from 'kysely';
import { allRows, companyRows, everyRule, makeTableScope, noRows, type ScopeRule, type TableScopes } from '#server/kernel/scope.ts';

/** The platform's own accounts. */
const books = makeTableScope(noRows, { superadmin: allRows, admin: allRows });
/** A company's own bank accounts and paybills. Those of the platform have a separate scope. */
const own = everyRule(companyRows());
/** The accounts of Makao into which companies pay their clients' cash. */
const forDeposits: ScopeRule = (_, t) =>
  sql<boolean>`(${t('company_id')} is null and ${t('rail')} = 'bank' and ${t('fund')} = 'C' and ${t('active')})`;

export const treasuryScopes: TableScopes = {
  collection_account: makeTableScope(noRows, { superadmin: allRows, admin: allRows, owner: own, agent: own, dealer: own, staff: own }),
  'collection_account:deposits': makeTableScope(noRows, {
    superadmin: forDeposits,
    admin: forDeposits,
    owner: forDeposits,
    agent: forDeposits,
    dealer: forDeposits,
    staff: forDeposits,
  }),
  cash_move: books,
  tax_remittance: books,
};
