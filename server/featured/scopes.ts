import { sql } from 'kysely';
import { both, byCompany, kept, none, ofCompany, type Rule, type Scopes, scopeOf, withinLimits } from '#server/kernel/scope.ts';

const onSale: Rule = both(kept, (_, t) => sql<boolean>`${t('active')}`);
const ofUs = byCompany();
const within: Rule = (me, t) =>
  sql<boolean>`exists (select 1 from listing l where l.id = ${t('listing_id')} and ${withinLimits('property_id')(me, (c) => sql.ref(`l.${c}`))})`;

export const featuredScopes: Scopes = {
  /** Who keeps featured places sees those off sale too. */
  featured_product: scopeOf(onSale, { superadmin: kept, admin: kept, anonymous: none }),
  /** A company's own; of those, staff limited to properties have theirs. */
  featured_booking: { see: { ...ofUs.see, staff: both(ofCompany(), within) } },
  /** Who saw what is nobody's to read: the clock counts it. */
  featured_shown: scopeOf(none),
};
