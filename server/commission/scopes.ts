import { sql } from 'kysely';
import { allRows, anyRule, everyRule, noRows, ofCompany, type Rule, type Scopes, scopeOf, withinLimits } from '#server/kernel/scope.ts';

/** A dealer's commission is a cost of the platform: nothing is deducted from the recruited company, which does not see it. */
const ofRent: Rule = (_me, t) => sql<boolean>`${t('beneficiary')} <> 'dealer'`;
/** What a company earned, and what was deducted from its money; restricted staff see their properties. */
const ours: Rule = everyRule(anyRule(everyRule(ofCompany(), ofRent), ofCompany('beneficiary_company_id')), withinLimits('property_id'));

export const commissionScopes: Scopes = {
  commission: scopeOf(noRows, { superadmin: allRows, admin: allRows, owner: ours, agent: ours, dealer: ours, staff: ours }),
  /** Only the platform manages rules; the rule behind a commission is shown with it. */
  commission_rule: scopeOf(noRows, { superadmin: allRows, admin: allRows }),
};
