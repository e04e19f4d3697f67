import { sql } from 'kysely';
import {
  all,
  both,
  either,
  hangsOn,
  inRegion,
  mine,
  none,
  ofCompany,
  type Rule,
  type Scopes,
  scopeOf,
  seenWith,
  visible,
} from '#server/kernel/scope.ts';

const published: Rule = (_, t) => sql<boolean>`${t('status')} = 'published'`;
const notRejected: Rule = (_, t) => sql<boolean>`${t('status')} <> 'rejected'`;
const aboutAgent =
  (rule: Rule): Rule =>
  (me, t) =>
    sql<boolean>`exists (select 1 from person about where about.id = ${t('agent_id')} and ${rule(me, (column) => sql.ref(`about.${column}`))})`;
/** About a property one sees in one's company, or about one of the company's people. What was rejected is not shown to them. */
const aboutUs: Rule = (me, t) =>
  me.companyId === null ? none(me, t) : both(notRejected, either(hangsOn('property', 'property_id', visible), aboutAgent(ofCompany())))(me, t);
/** A subadmin looks after what is said of their county. */
const aboutRegion: Rule = either(hangsOn('property', 'property_id', visible), aboutAgent(inRegion()));

export const reviewScopes: Scopes = {
  /** A review is public once published; before and after, its author, its target's people and the platform see it. */
  review: scopeOf(either(published, mine('author_id'), aboutUs), { admin: all, subadmin: all, anonymous: published }),
  /** Reviews as those look after them whom they are about: not everything that is published, only their own. */
  'review:desk': scopeOf(none, { admin: all, subadmin: aboutRegion, owner: aboutUs, agent: aboutUs, dealer: aboutUs, staff: aboutUs }),
  review_score: seenWith('review', 'review_id'),
  review_helpful: seenWith('review', 'review_id'),
};
