import { all, none, ofCompany, type Scopes, scopeOf } from '#server/kernel/scope.ts';

const own = ofCompany();
/** Settlements are the superadmins' alone; a company reads its own payouts; the desk's errors are the admins', too. */
const alone = scopeOf(none, { superadmin: all });

export const settlementScopes: Scopes = {
  settlement_run: alone,
  settlement_file: alone,
  settlement_payment: scopeOf(none, { superadmin: all, owner: own, agent: own, dealer: own, staff: own }),
  settlement_line: alone,
  settlement_transaction: alone,
  settlement_error: scopeOf(none, { superadmin: all, admin: all }),
};
