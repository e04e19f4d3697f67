import { allRows, anyRule, callerRows, companyRows, makeTableScope, regionCompanyRows, type TableScopes } from '#server/kernel/scope.ts';

const byMe = anyRule(callerRows('inviter_id'), callerRows('accepted_by'));
const byUs = anyRule(byMe, companyRows());

export const invitationScopes: TableScopes = {
  /** Visible to the sender, the sender's company and the person who accepted. */
  invitation: makeTableScope(byMe, {
    admin: allRows,
    subadmin: anyRule(byMe, regionCompanyRows()),
    owner: byUs,
    agent: byUs,
    dealer: byUs,
    staff: byUs,
  }),
};
