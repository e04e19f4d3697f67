import { sql } from 'kysely';
import { leased, leasedOut, none, type Rule, type Scopes, seenWith } from '#server/kernel/scope.ts';

/** Tenancies somebody is in, or was. */
export const livesIn: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id where tp.tenancy_id = ${t('id')} and tn.person_id = ${me.userId})`;

export const tenancyScopes: Scopes = {
  tenancy: leased('tenancies', livesIn),
  'tenancy:managed': leasedOut('tenancies'),
  tenancy_person: seenWith('tenancy', 'tenancy_id'),
  tenancy_term: seenWith('tenancy', 'tenancy_id'),
  tenancy_charge: seenWith('tenancy', 'tenancy_id'),
};
