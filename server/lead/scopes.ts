import { sql } from 'kysely';
import { both, byCompany, either, mine, none, ofCompany, ownRows, type Rule, type Scopes, scopeOf, withinLimits } from '#server/kernel/scope.ts';

const ofUs = byCompany();
const withAgents: Rule = (me, t) =>
  me.companyId === null
    ? none(me, t)
    : sql<boolean>`(${t('company_id')} <> ${me.companyId} and ${t('property_id')} in (select p.id from property p where p.company_id = ${me.companyId}))`;

export const leadScopes: Scopes = {
  /** A company's own. Staff limited to properties have those about them, and what was given to them by name. */
  lead: { see: { ...ofUs.see, staff: both(ofCompany(), either(withinLimits('property_id'), mine('assigned_to'))) } },
  /** About a company's homes, and answered by its agents. */
  'lead:with_agents': scopeOf(none, { superadmin: none, owner: withAgents, staff: both(withAgents, withinLimits('property_id')) }),
  /** Enquiries as whoever sent them sees them. */
  'lead:enquiry': ownRows(),
};
