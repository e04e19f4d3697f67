import { sql } from 'kysely';
import {
  anyRule,
  callerRows,
  companyRows,
  companyScope,
  everyRule,
  makeTableScope,
  noRows,
  ownRowsScope,
  type ScopeRule,
  type TableScopes,
  withinTeamLimits,
} from '#server/kernel/scope.ts';

const ofUs = companyScope();
const withAgents: ScopeRule = (me, t) =>
  me.companyId === null
    ? noRows(me, t)
    : sql<boolean>`(${t('company_id')} <> ${me.companyId} and ${t('property_id')} in (select p.id from property p where p.company_id = ${me.companyId}))`;

export const leadScopes: TableScopes = {
  /** A company sees its own enquiries. Staff limited to properties see those about these properties and those assigned to them. */
  lead: { see: { ...ofUs.see, staff: everyRule(companyRows(), anyRule(withinTeamLimits('property_id'), callerRows('assigned_to'))) } },
  /** Enquiries that agents answer about units of the caller's company. */
  'lead:with_agents': makeTableScope(noRows, {
    superadmin: noRows,
    owner: withAgents,
    staff: everyRule(withAgents, withinTeamLimits('property_id')),
  }),
  /** Enquiries that the caller sent. */
  'lead:enquiry': ownRowsScope(),
};
