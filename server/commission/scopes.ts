import { sql } from 'kysely';
import {
  allRows,
  anyRule,
  companyRows,
  everyRule,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
  withinTeamLimits,
} from '#server/kernel/scope.ts';

/** A dealer's commission is a cost of the platform: nothing is deducted from the recruited company, which does not see it. */
const ofRent: ScopeRule = (_me, t) => sql<boolean>`${t('beneficiary')} <> 'dealer'`;
/** What a company earned, and what was deducted from its money; restricted staff see their properties. */
const ours: ScopeRule = everyRule(anyRule(everyRule(companyRows(), ofRent), companyRows('beneficiary_company_id')), withinTeamLimits('property_id'));

export const commissionScopes: TableScopes = {
  commission: makeTableScope(noRows, { superadmin: allRows, admin: allRows, owner: ours, agent: ours, dealer: ours, staff: ours }),
  /** Only the platform manages rules; the rule behind a commission is shown with it. */
  commission_rule: makeTableScope(noRows, { superadmin: allRows, admin: allRows }),
};
