import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import {
  anyRule,
  buildScopeRules,
  companyRows,
  editableWith,
  everyRule,
  mandatedRows,
  noRows,
  notDeleted,
  regionRows,
  type ScopeRule,
  type ScopeRules,
  type TableScopes,
  withinTeamLimits,
} from '#server/kernel/scope.ts';

/**
 * A dealer reads and verifies the catalogue of the assigned county. To write, or to read about enquirers and tenants, a dealer needs ownership or a
 * mandate like anyone else.
 */
const forCounty = /^(?:(?:property|units)\.read|property_verification\.\w+)$/;
const ofCounty =
  (permission: Permission): ScopeRule =>
  (me, t) =>
    me.layout === 'dealer' && me.county !== null && forCounty.test(permission) ? sql<boolean>`${t('region')} = ${me.county}` : noRows(me, t);

/** The public part of the catalogue: properties with a listing at this moment. */
const offered: ScopeRule = (_, t) => sql<boolean>`exists (select 1 from public_listing pl where pl.property_id = ${t('id')})`;

const rules = (permission: Permission): ScopeRules => {
  const own = everyRule(notDeleted, anyRule(companyRows(), mandatedRows(permission, 'id'), ofCounty(permission)));
  return buildScopeRules(offered, {
    superadmin: notDeleted,
    admin: notDeleted,
    subadmin: everyRule(notDeleted, regionRows()),
    owner: own,
    agent: own,
    dealer: own,
    staff: everyRule(own, withinTeamLimits('id')),
  });
};

const seen = rules('property.read');

export const propertyScopes: TableScopes = {
  property_check: editableWith('property', 'property_id'),
  property: { see: seen, change: rules },
  /** Properties as staff see them. Tenants and the public use the public pages, never these rows. */
  'property:managed': { see: { ...seen, tenant: noRows, tenancy: noRows, default: noRows, anonymous: noRows }, change: rules },
};
