import { allRows, companyRows, makeTableScope, noRows, type TableScopes } from '#server/kernel/scope.ts';

const own = companyRows();
/** Only super admins manage payouts; a company reads its own; admins also see payout errors. */
const alone = makeTableScope(noRows, { superadmin: allRows });

export const settlementScopes: TableScopes = {
  settlement_run: alone,
  settlement_file: alone,
  settlement_payment: makeTableScope(noRows, { superadmin: allRows, owner: own, agent: own, dealer: own, staff: own }),
  settlement_line: alone,
  settlement_transaction: alone,
  settlement_error: makeTableScope(noRows, { superadmin: allRows, admin: allRows }),
};
