import { sql } from 'kysely';
import {
  allRows,
  anyRule,
  callerRows,
  companyRows,
  everyRule,
  followsScopeOf,
  makeTableScope,
  noRows,
  regionRows,
  type ScopeRule,
  type TableScopes,
  visibleTo,
  visibleWith,
} from '#server/kernel/scope.ts';

const published: ScopeRule = (_, t) => sql<boolean>`${t('status')} = 'published'`;
const notRejected: ScopeRule = (_, t) => sql<boolean>`${t('status')} <> 'rejected'`;
const aboutAgent =
  (rule: ScopeRule): ScopeRule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from person about where about.id = ${t('agent_id')} and ${rule(me, (column) => sql.ref(`about.${column}`))})`;
/** Reviews of a property the company can see, or of one of its people. Rejected ones are hidden from them. */
const aboutUs: ScopeRule = (me, t) =>
  me.companyId === null
    ? noRows(me, t)
    : everyRule(notRejected, anyRule(followsScopeOf('property', 'property_id', visibleTo), aboutAgent(companyRows())))(me, t);
/** A sub admin handles the reviews of their county. */
const aboutRegion: ScopeRule = anyRule(followsScopeOf('property', 'property_id', visibleTo), aboutAgent(regionRows()));

export const reviewScopes: TableScopes = {
  /** A published review is public; any other is visible to its author, the reviewed party and the platform. */
  review: makeTableScope(anyRule(published, callerRows('author_id'), aboutUs), { admin: allRows, subadmin: allRows, anonymous: published }),
  /** Reviews as the reviewed party manages them: only their own, not all published ones. */
  'review:desk': makeTableScope(noRows, { admin: allRows, subadmin: aboutRegion, owner: aboutUs, agent: aboutUs, dealer: aboutUs, staff: aboutUs }),
  review_score: visibleWith('review', 'review_id'),
  review_helpful: visibleWith('review', 'review_id'),
};
