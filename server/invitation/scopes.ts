import { all, either, mine, ofCompany, ofCompanyInRegion, type Scopes, scopeOf } from '#server/kernel/scope.ts';

const byMe = either(mine('inviter_id'), mine('accepted_by'));
const byUs = either(byMe, ofCompany());

export const invitationScopes: Scopes = {
  /** Whoever sent it, their company, and whoever accepted it. */
  invitation: scopeOf(byMe, { admin: all, subadmin: either(byMe, ofCompanyInRegion()), owner: byUs, agent: byUs, dealer: byUs, staff: byUs }),
};
