import { sql } from 'kysely';
import {
  byCompany,
  everyRule,
  makeTableScope,
  noRows,
  notDeleted,
  ofCompany,
  type ScopeRule,
  type TableScopes,
  withinLimits,
} from '#server/kernel/scope.ts';

const onSale: ScopeRule = everyRule(notDeleted, (_, t) => sql<boolean>`${t('active')}`);
const ofUs = byCompany();
const within: ScopeRule = (me, t) =>
  sql<boolean>`exists (select 1 from listing l where l.id = ${t('listing_id')} and ${withinLimits('property_id')(me, (c) => sql.ref(`l.${c}`))})`;

export const featuredScopes: TableScopes = {
  /** Managers of featured slots also see products off sale. */
  featured_product: makeTableScope(onSale, { superadmin: notDeleted, admin: notDeleted, anonymous: noRows }),
  /** A company sees its own bookings; staff limited to properties see those of these properties. */
  featured_booking: { see: { ...ofUs.see, staff: everyRule(ofCompany(), within) } },
  /** Impressions cannot be read by any caller; a scheduled job counts them. */
  featured_shown: makeTableScope(noRows),
};
