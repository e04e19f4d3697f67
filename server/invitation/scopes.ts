import { allRows, anyRule, callerRows, makeTableScope, ofCompany, ofCompanyInRegion, type TableScopes } from '#server/kernel/scope.ts';

const byMe = anyRule(callerRows('inviter_id'), callerRows('accepted_by'));
const byUs = anyRule(byMe, ofCompany());

export const invitationScopes: TableScopes = {
  /** Visible to the sender, the sender's company and the person who accepted. */
  invitation: makeTableScope(byMe, {
    admin: allRows,
    subadmin: anyRule(byMe, ofCompanyInRegion()),
    owner: byUs,
    agent: byUs,
    dealer: byUs,
    staff: byUs,
  }),
};
