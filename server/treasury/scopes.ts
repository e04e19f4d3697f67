import { allRows, companyRows, everyRule, makeTableScope, noRows, type TableScopes } from '#server/kernel/scope.ts';

/** The platform's own accounts. */
const books = makeTableScope(noRows, { superadmin: allRows, admin: allRows });
/** A company's own bank accounts and paybills. Those of the platform have a separate scope. */
const own = everyRule(companyRows());

export const treasuryScopes: TableScopes = {
  collection_account: makeTableScope(noRows, { superadmin: allRows, admin: allRows, owner: own, agent: own, dealer: own, staff: own }),
  cash_move: books,
  tax_remittance: books,
};
