import { allRows, companyRows, makeTableScope, noRows, type TableScopes } from '#server/kernel/scope.ts';

/** A company sees its own wallet; platform admins see all; regional sub admins see none. */
const own = companyRows();
const ours = makeTableScope(noRows, { superadmin: allRows, admin: allRows, owner: own, agent: own, dealer: own, staff: own });
const heads = makeTableScope(noRows, { superadmin: allRows, admin: allRows });

export const walletScopes: TableScopes = {
  wallet: ours,
  wallet_hold: ours,
  payout_account: ours,
  wallet_adjustment: heads,
  wallet_setting: heads,
};
