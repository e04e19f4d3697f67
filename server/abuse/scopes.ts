import { sql } from 'kysely';
import { all, either, inRegion, mine, none, type Rule, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** Of what is the company's or of those who work there; a review is its author's word, not the company's. */
const aboutUs: Rule = (me, t) =>
  me.companyId === null
    ? none(me, t)
    : sql<boolean>`(${t('target')} <> 'review' and ${t('status')} <> 'revoked' and (exists (select 1 from property o where o.id = ${t('property_id')} and o.company_id = ${me.companyId})
        or exists (select 1 from person g where g.id = ${t('agent_id')} and g.company_id = ${me.companyId})))`;

export const abuseScopes: Scopes = {
  /** The platform handles reports, a subadmin those of their county; whoever reported sees their own. */
  abuse_report: scopeOf(mine('reporter_id'), { admin: all, subadmin: either(inRegion(), mine('reporter_id')) }),
  /** The reported side, for those who lead the company. */
  'abuse_report:about': scopeOf(none, { superadmin: none, owner: aboutUs, agent: aboutUs, dealer: aboutUs }),
};
