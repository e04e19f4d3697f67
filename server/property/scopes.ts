import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import {
  both,
  either,
  inRegion,
  kept,
  mandated,
  none,
  ofCompany,
  type Rule,
  type Rules,
  rulesOf,
  type Scopes,
  withinLimits,
  workedWith,
} from '#server/kernel/scope.ts';

/**
 * A dealer reads the catalogue of the county the platform gave them, and verifies there. To write, or to read of the people who ask, come and
 * live there, they need ownership or a mandate, like anybody.
 */
const forCounty = /^(?:(?:property|units)\.read|property_verification\.\w+)$/;
const ofCounty =
  (permission: Permission): Rule =>
  (me, t) =>
    me.layout === 'dealer' && me.county !== null && forCounty.test(permission) ? sql<boolean>`${t('region')} = ${me.county}` : none(me, t);

/** What everybody may see of the catalogue: what is offered to the public at this moment. */
const offered: Rule = (_, t) => sql<boolean>`exists (select 1 from public_listing pl where pl.property_id = ${t('id')})`;

const rules = (permission: Permission): Rules => {
  const own = both(kept, either(ofCompany(), mandated(permission, 'id'), ofCounty(permission)));
  return rulesOf(offered, {
    superadmin: kept,
    admin: kept,
    subadmin: both(kept, inRegion()),
    owner: own,
    agent: own,
    dealer: own,
    staff: both(own, withinLimits('id')),
  });
};

const seen = rules('property.read');

export const propertyScopes: Scopes = {
  property_check: workedWith('property', 'property_id'),
  property: { see: seen, change: rules },
  /** Properties as their keepers see them. What tenants and strangers see of the catalogue are the public pages, never these rows. */
  'property:managed': { see: { ...seen, tenant: none, tenancy: none, default: none, anonymous: none }, change: rules },
};
