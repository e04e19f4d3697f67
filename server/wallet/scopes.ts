import { all, none, ofCompany, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** A company has its own; the platform's heads all; a region's subadmin none: money is no business of theirs. */
const own = ofCompany();
const ours = scopeOf(none, { superadmin: all, admin: all, owner: own, agent: own, dealer: own, staff: own });
const heads = scopeOf(none, { superadmin: all, admin: all });

export const walletScopes: Scopes = {
  wallet: ours,
  wallet_hold: ours,
  payout_account: ours,
  wallet_adjustment: heads,
  wallet_setting: heads,
};
