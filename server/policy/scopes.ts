import { sql } from 'kysely';
import { allRows, everyRule, hangsOn, noRows, notDeleted, ownRows, type Rule, type Scopes, scopeOf, visibleTo } from '#server/kernel/scope.ts';

const published: Rule = everyRule(notDeleted, (_, t) => sql<boolean>`${t('status')} = 'published'`);

const ofPolicy: Rule = hangsOn('policy', 'policy_id', visibleTo);
const announced: Rule = (_, t) => sql<boolean>`${t('published_at')} is not null`;

export const policyScopes: Scopes = {
  /** A published policy is public; drafts and retired ones are visible to managers, and to subadmins for reading. */
  policy: scopeOf(published, { superadmin: notDeleted, admin: notDeleted, subadmin: notDeleted }),
  /** Every version ever published; drafts follow the rule for drafts of a policy. */
  policy_version: scopeOf(everyRule(announced, ofPolicy), { superadmin: ofPolicy, admin: ofPolicy, subadmin: ofPolicy }),
  policy_consent: ownRows(),
  /** All consents, for managers of policies. */
  'policy_consent:all': scopeOf(noRows, { admin: allRows }),
};
