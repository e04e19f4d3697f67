import { sql } from 'kysely';
import {
  allRows,
  callerRows,
  companyRows,
  companyScope,
  everyRule,
  notDeleted,
  type ScopeRule,
  type TableScopes,
  visibleWith,
  withinTeamLimits,
} from '#server/kernel/scope.ts';

const ofUs = companyScope('company_id', notDeleted);
/** A promotion is in scope when all its listings are of properties the person works on; one without listings is visible only to its author. */
const allWithin: ScopeRule = (me, t) => {
  const listings = sql`promotion_listing pl join listing l on l.id = pl.listing_id where pl.promotion_id = ${t('id')}`;
  const within = withinTeamLimits('property_id')(me, (column) => sql.ref(`l.${column}`));
  return sql<boolean>`((${callerRows('created_by')(me, t)} or exists (select 1 from ${listings})) and not exists (select 1 from ${listings} and not ${within}))`;
};

export const promotionScopes: TableScopes = {
  promotion: { see: { ...ofUs.see, staff: everyRule(notDeleted, companyRows(), (me, t) => (me.limits === null ? allRows : allWithin)(me, t)) } },
  promotion_listing: visibleWith('promotion', 'promotion_id'),
};
