import { sql } from 'kysely';
import {
  allRows,
  everyRule,
  followsScopeOf,
  makeTableScope,
  noRows,
  notDeleted,
  ownRowsScope,
  type ScopeRule,
  type TableScopes,
  visibleTo,
} from '#server/kernel/scope.ts';

const published: ScopeRule = everyRule(notDeleted, (_, t) => sql<boolean>`${t('status')} = 'published'`);

const ofPolicy: ScopeRule = followsScopeOf('policy', 'policy_id', visibleTo);
const announced: ScopeRule = (_, t) => sql<boolean>`${t('published_at')} is not null`;

export const policyScopes: TableScopes = {
  /** A published policy is public; drafts and retired ones are visible to managers, and to sub admins for reading. */
  policy: makeTableScope(published, { superadmin: notDeleted, admin: notDeleted, subadmin: notDeleted }),
  /** Every version ever published. Drafts of a version are visible to the readers of drafts of the policy. */
  policy_version: makeTableScope(everyRule(announced, ofPolicy), { superadmin: ofPolicy, admin: ofPolicy, subadmin: ofPolicy }),
  policy_consent: ownRowsScope(),
  /** All consents, for managers of policies. */
  'policy_consent:all': makeTableScope(noRows, { admin: allRows }),
};
