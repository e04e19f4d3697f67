import { sql } from 'kysely';
import { either, hangsOn, none, type Rule, type Scopes, scopeOf, seenWith, visible } from '#server/kernel/scope.ts';

const taking: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`exists (select 1 from thread_member tm where tm.thread_id = ${t('id')} and tm.person_id = ${me.userId} and tm.guest)`;
const seen = either(taking, hangsOn('lead', 'lead_id', visible));

export const threadScopes: Scopes = {
  /** Whoever has the lead, and the visitor it is with. */
  thread: scopeOf(seen, { superadmin: seen }),
  thread_member: seenWith('thread', 'thread_id'),
  thread_message: seenWith('thread', 'thread_id'),
};
