import { type RawBuilder, sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import { hasSameHolderSql } from '#server/kernel/same-holder.ts';
import { anyRule, followsScopeOf, makeTableScope, noRows, type ScopeRule, type TableScopes, visibleTo, visibleWith } from '#server/kernel/scope.ts';

/**
 * The memberships of the caller: with their account, or as a guest who used their proven number. Only that number receives the code that opens the
 * conversation.
 */
export const membershipsOfCallerSql = (me: Me): RawBuilder<number> =>
  sql<number>`(select tm.id from thread_member tm where tm.person_id = ${me.userId} and tm.guest union all
    select gm.id from person gp join lead gl on gl.phone = gp.phone and gl.person_id is null join thread gh on gh.lead_id = gl.id
      join thread_member gm on gm.thread_id = gh.id and gm.guest and gm.person_id is null
      where gp.id = ${me.userId} and ${me.role === 'tenant'} and ${hasSameHolderSql('gp', 'gl.created_at')})`;
const taking: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`${t('id')} in (select mine.thread_id from thread_member mine where mine.id in ${membershipsOfCallerSql(me)})`;
const seen = anyRule(taking, followsScopeOf('lead', 'lead_id', visibleTo));

export const threadScopes: TableScopes = {
  /** A conversation is visible to the company with the enquiry, and to its visitor. */
  thread: makeTableScope(seen, { superadmin: seen }),
  thread_member: visibleWith('thread', 'thread_id'),
  thread_message: visibleWith('thread', 'thread_id'),
};
