import { all, both, none, ofCompany, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** Where the platform's money is. */
const books = scopeOf(none, { superadmin: all, admin: all });
/** A company's own bank and paybill; the platform's are the platform's. */
const own = both(ofCompany());

export const treasuryScopes: Scopes = {
  collection_account: scopeOf(none, { superadmin: all, admin: all, owner: own, agent: own, dealer: own, staff: own }),
  cash_move: books,
};
