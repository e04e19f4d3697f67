import { sql } from 'kysely';
import { all, both, hangsOn, kept, none, ownRows, type Rule, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

const published: Rule = both(kept, (_, t) => sql<boolean>`${t('status')} = 'published'`);

const ofPolicy: Rule = hangsOn('policy', 'policy_id', visible);
const announced: Rule = (_, t) => sql<boolean>`${t('published_at')} is not null`;

export const policyScopes: Scopes = {
  /** A published policy is public; drafts and retired ones are for those who keep policies, and for subadmins to read. */
  policy: scopeOf(published, { superadmin: kept, admin: kept, subadmin: kept }),
  /** Every version of it that was ever published; its drafts as those of a policy. */
  policy_version: scopeOf(both(announced, ofPolicy), { superadmin: ofPolicy, admin: ofPolicy, subadmin: ofPolicy }),
  policy_consent: ownRows(),
  /** Everybody's, for those who keep policies. */
  'policy_consent:all': scopeOf(none, { admin: all }),
};
