import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import {
  anyRule,
  buildScopeRules,
  everyRule,
  followsScopeOf,
  makeTableScope,
  mayChange,
  noRows,
  type ScopeRule,
  type ScopeRules,
  type TableScope,
  type TableScopes,
  visibleTo,
} from '#server/kernel/scope.ts';

/** People who work on the property with the permission for its utilities, by role and, for a property of an owner, by mandate. */
const worked =
  (permission: Permission): ScopeRule =>
  (me, t) =>
    me.grants.has(permission)
      ? followsScopeOf('property', 'property_id', (name, who, alias) => mayChange(name, who, permission, alias))(me, t)
      : noRows(me, t);
const rules = (permission: Permission, own: ScopeRule): ScopeRules => {
  const by = anyRule(own, worked(permission));
  return buildScopeRules(own, { superadmin: by, admin: by, subadmin: by, owner: by, agent: by, dealer: by, staff: by, anonymous: noRows });
};
/** Measurements belong to the property and its owner. Occupants see theirs by `own`, whatever other roles they have. */
const utilities = (own: ScopeRule = noRows): TableScope => ({
  see: rules('property_utilities.read', own),
  change: (permission) => rules(permission, own),
});

/** Measurements of the days on which the person paid for the unit, not of earlier or later days. */
const lived: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person mp join tenant mn on mn.id = mp.tenant_id where mp.tenancy_id = ${t('tenancy_id')}
        and mn.person_id = ${me.userId} and mp.role in ('lead', 'co_tenant')
        and coalesce(mp.since, '-infinity') <= ${t('last_day')} and coalesce(mp.until, 'infinity') >= ${t('from_day')})`;
const ownLine: ScopeRule = everyRule(followsScopeOf('tenancy', 'tenancy_id', visibleTo), lived);
/** The opening and closing reading of such a measurement. */
const ofOwnLine: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`exists (select 1 from meter_line own_line where ${t('id')} in (own_line.reading_id, own_line.opening_id) and ${visibleTo('meter_line:own', me, 'own_line')})`;

export const meterScopes: TableScopes = {
  meter: utilities(),
  meter_tariff: utilities(),
  meter_purchase: utilities(),
  meter_cycle: utilities(),
  meter_reading: utilities(ofOwnLine),
  meter_line: utilities(ownLine),
  /** Access only as an occupant: a landlord who rents a home elsewhere finds that home here. */
  'meter_line:own': { ...makeTableScope(ownLine, { superadmin: ownLine, anonymous: noRows }) },
  meter_query: utilities(followsScopeOf('meter_line:own', 'line_id', visibleTo)),
};
