import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import {
  both,
  either,
  hangsOn,
  mayChange,
  none,
  type Rule,
  type Rules,
  rulesOf,
  type Scope,
  type Scopes,
  scopeOf,
  visible,
} from '#server/kernel/scope.ts';

/** Who works on the property and has the right to its water and power, by role and, for an owner's, by mandate too. */
const worked =
  (permission: Permission): Rule =>
  (me, t) =>
    me.grants.has(permission)
      ? hangsOn('property', 'property_id', (name, who, alias) => mayChange(name, who, permission, alias))(me, t)
      : none(me, t);
const rules = (permission: Permission, own: Rule): Rules => {
  const by = either(own, worked(permission));
  return rulesOf(own, { superadmin: by, admin: by, subadmin: by, owner: by, agent: by, dealer: by, staff: by, anonymous: none });
};
/** It goes with the property, whoever holds it; whoever lives there has theirs by `own`, whatever else they are. */
const utilities = (own: Rule = none): Scope => ({
  see: rules('property_utilities.read', own),
  change: (permission) => rules(permission, own),
});

/** What was measured on the days somebody paid for the home: not what was before them, nor what came after. */
const lived: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person mp join tenant mn on mn.id = mp.tenant_id where mp.tenancy_id = ${t('tenancy_id')}
        and mn.person_id = ${me.userId} and mp.role in ('lead', 'co_tenant')
        and coalesce(mp.since, '-infinity') <= ${t('last_day')} and coalesce(mp.until, 'infinity') >= ${t('from_day')})`;
const ownLine: Rule = both(hangsOn('tenancy', 'tenancy_id', visible), lived);
/** The two readings between which it was measured. */
const ofOwnLine: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from meter_line own_line where ${t('id')} in (own_line.reading_id, own_line.opening_id) and ${visible('meter_line:own', me, 'own_line')})`;

export const meterScopes: Scopes = {
  meter: utilities(),
  meter_tariff: utilities(),
  meter_purchase: utilities(),
  meter_cycle: utilities(),
  meter_reading: utilities(ofOwnLine),
  meter_line: utilities(ownLine),
  /** As whoever lives there has them, and nobody else: a landlord who rents a home elsewhere finds that one here. */
  'meter_line:own': { ...scopeOf(ownLine, { superadmin: ownLine, anonymous: none }) },
  meter_query: utilities(hangsOn('meter_line:own', 'line_id', visible)),
};
