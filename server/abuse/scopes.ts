import { sql } from 'kysely';
import { allRows, anyRule, callerRows, makeTableScope, noRows, regionRows, type ScopeRule, type TableScopes } from '#server/kernel/scope.ts';

/** Reports about the company or its staff. Reports about reviews are excluded, because a review is a statement of its author. */
const aboutUs: ScopeRule = (me, t) =>
  me.companyId === null
    ? noRows(me, t)
    : sql<boolean>`(${t('target')} <> 'review' and ${t('status')} <> 'revoked' and (exists (select 1 from property o where o.id = ${t('property_id')} and o.company_id = ${me.companyId})
        or exists (select 1 from person g where g.id = ${t('agent_id')} and g.company_id = ${me.companyId})))`;

export const abuseScopes: TableScopes = {
  /** The platform handles reports, and a sub admin those of their county; a reporter sees their own. */
  abuse_report: makeTableScope(callerRows('reporter_id'), { admin: allRows, subadmin: anyRule(regionRows(), callerRows('reporter_id')) }),
  /** The heads of the reported company. */
  'abuse_report:about': makeTableScope(noRows, { superadmin: noRows, owner: aboutUs, agent: aboutUs, dealer: aboutUs }),
};
