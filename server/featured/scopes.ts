import { sql } from 'kysely';
import {
  companyRows,
  companyScope,
  everyRule,
  makeTableScope,
  noRows,
  notDeleted,
  type ScopeRule,
  type TableScopes,
  withinTeamLimits,
} from '#server/kernel/scope.ts';

const onSale: ScopeRule = everyRule(notDeleted, (_, t) => sql<boolean>`${t('active')}`);
const ofUs = companyScope();
const within: ScopeRule = (me, t) =>
  sql<boolean>`exists (select 1 from listing l where l.id = ${t('listing_id')} and ${withinTeamLimits('property_id')(me, (c) => sql.ref(`l.${c}`))})`;

export const featuredScopes: TableScopes = {
  /** Managers of featured slots also see products off sale. */
  featured_product: makeTableScope(onSale, { superadmin: notDeleted, admin: notDeleted, anonymous: noRows }),
  /** A company sees its own bookings; staff limited to properties see those of these properties. */
  featured_booking: { see: { ...ofUs.see, staff: everyRule(companyRows(), within) } },
  /** Impressions cannot be read by any caller; a scheduled job counts them. */
  featured_shown: makeTableScope(noRows),
};
