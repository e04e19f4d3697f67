import { sql } from 'kysely';
import { both, kept, ownRows, type Rule, type Scopes, scopeOf, seenWith } from '#server/kernel/scope.ts';

const published: Rule = both(kept, (_, t) => sql<boolean>`${t('status')} = 'published'`);

export const policyScopes: Scopes = {
  /** A published policy is public; drafts and retired ones are for those who keep policies, and for subadmins to read. */
  policy: scopeOf(published, { superadmin: kept, admin: kept, subadmin: kept }),
  policy_version: seenWith('policy', 'policy_id'),
  policy_consent: ownRows(),
};
