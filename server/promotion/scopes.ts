import { sql } from 'kysely';
import { all, both, byCompany, kept, mine, ofCompany, type Rule, type Scopes, seenWith, withinLimits } from '#server/kernel/scope.ts';

const ofUs = byCompany('company_id', kept);
/** All its offers are of properties one works on; one without offers is its maker's alone. */
const allWithin: Rule = (me, t) => {
  const listings = sql`promotion_listing pl join listing l on l.id = pl.listing_id where pl.promotion_id = ${t('id')}`;
  const within = withinLimits('property_id')(me, (column) => sql.ref(`l.${column}`));
  return sql<boolean>`((${mine('created_by')(me, t)} or exists (select 1 from ${listings})) and not exists (select 1 from ${listings} and not ${within}))`;
};

export const promotionScopes: Scopes = {
  promotion: { see: { ...ofUs.see, staff: both(kept, ofCompany(), (me, t) => (me.limits === null ? all : allWithin)(me, t)) } },
  promotion_listing: seenWith('promotion', 'promotion_id'),
};
