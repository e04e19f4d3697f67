import { sql } from 'kysely';
import { both, either, hangsOn, mine, type Rule, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

const there: Rule = (_, t) => sql<boolean>`${t('removed_at')} is null`;
const shared: Rule = (_, t) => sql<boolean>`'tenant' = any (${t('visible_to')})`;
/** Asked of whoever lives there: each of them may bring it, and only who did sees what was brought. */
const asked: Rule = (_, t) => sql<boolean>`(${t('file_id')} is null and ${t('required')})`;
const inLease = both(there, either(shared, asked, mine('created_by')), hangsOn('tenancy', 'tenancy_id', visible));
const paper = either(hangsOn('tenancy:managed', 'tenancy_id', visible), inLease);

export const paperScopes: Scopes = {
  /** Who manages the home sees all; in the lease everybody what is shared, and each what they brought: nobody a co-tenant's ID. */
  tenancy_file: scopeOf(paper, { superadmin: paper }),
};
