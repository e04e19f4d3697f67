import { sql } from 'kysely';
import { leasedOutScope, leasingScope, noRows, type ScopeRule, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

/** Payers can read their records for this time after they left. */
const readsOn = sql`app.today() - interval '24 months'`;
/**
 * Tenancies in which a person lives or is asked to pay. Payers can read them for two years after they left; other occupants and guarantors only while
 * they are.
 */
export const tenancyResidentScopeRule: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`(exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id where tp.tenancy_id = ${t('id')} and tn.person_id = ${me.userId}
        and case when tp.role in ('lead', 'co_tenant') then coalesce(tp.until, (${t('termination')} ->> 'on')::date, 'infinity') >= ${readsOn}
          else tp.until is null and ${t('status')} <> 'terminate' end)
        or (${t('status')} <> 'terminate' and exists (select 1 from tenant an where an.person_id = ${me.userId} and ${t('people_ask')} -> 'asked' @> to_jsonb(an.id))))`;

export const tenancyScopes: TableScopes = {
  tenancy: leasingScope('tenancies', tenancyResidentScopeRule),
  'tenancy:managed': leasedOutScope('tenancies'),
  tenancy_person: visibleWith('tenancy', 'tenancy_id'),
  tenancy_term: visibleWith('tenancy', 'tenancy_id'),
  tenancy_charge: visibleWith('tenancy', 'tenancy_id'),
};
