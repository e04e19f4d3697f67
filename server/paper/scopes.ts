import { type RawBuilder, sql } from 'kysely';
import { both, type Column, either, hangsOn, mine, type Rule, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

const there: Rule = (_, t) => sql<boolean>`${t('removed_at')} is null`;
const shared: Rule = (_, t) => sql<boolean>`'tenant' = any (${t('visible_to')})`;
/** Asked of whoever lives there: each of them may bring it, and only who did sees what was brought. */
const asked: Rule = (_, t) => sql<boolean>`(${t('file_id')} is null and ${t('required')})`;
/** Who is in the lease; who left it sees what was there by then. */
const inIt =
  (still: (t: Column) => RawBuilder<boolean>): Rule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from tenancy_person pp join tenant pn on pn.id = pp.tenant_id
    where pp.tenancy_id = ${t('tenancy_id')} and pn.person_id = ${me.userId} and (pp.until is null or ${still(t)}))`;
const byThen = inIt((t) => sql<boolean>`pp.until >= app.day(${t('created_at')})`);
const livesThere = inIt(() => sql<boolean>`false`);
const inLease = both(there, either(both(shared, byThen), both(asked, livesThere), mine('created_by')), hangsOn('tenancy', 'tenancy_id', visible));
const paper = either(hangsOn('tenancy:managed', 'tenancy_id', visible), inLease);

export const paperScopes: Scopes = {
  /** Who manages the home sees all; in the lease everybody what is shared, and each what they brought: nobody a co-tenant's ID. */
  tenancy_file: scopeOf(paper, { superadmin: paper }),
};
