import { sql } from 'kysely';
import { all, both, either, none, ofCompany, type Rule, type Scopes, scopeOf, withinLimits } from '#server/kernel/scope.ts';

/** A dealer's share is the platform's to give: nothing is taken of who was brought. */
const ofRent: Rule = (_me, t) => sql<boolean>`${t('beneficiary')} <> 'dealer'`;
/** What a company earned, and what was taken of its money; limited staff of their properties. */
const ours: Rule = both(either(both(ofCompany(), ofRent), ofCompany('beneficiary_company_id')), withinLimits('property_id'));

export const commissionScopes: Scopes = {
  commission: scopeOf(none, { superadmin: all, admin: all, owner: ours, agent: ours, dealer: ours, staff: ours }),
  /** The platform's to keep; what one was reckoned by is read with it. */
  commission_rule: scopeOf(none, { superadmin: all, admin: all }),
};
