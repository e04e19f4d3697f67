import { type RawBuilder, sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import { sameHolder } from '#server/kernel/same-holder.ts';
import { either, hangsOn, none, type Rule, type Scopes, scopeOf, seenWith, visible } from '#server/kernel/scope.ts';

/** As whom the caller takes part: with their account, or as the guest who asked under their number. That number alone is written to and opens it by a code. */
export const placesOf = (me: Me): RawBuilder<number> =>
  sql<number>`(select tm.id from thread_member tm where tm.person_id = ${me.userId} and tm.guest union all
    select gm.id from person gp join lead gl on gl.phone = gp.phone and gl.person_id is null join thread gh on gh.lead_id = gl.id
      join thread_member gm on gm.thread_id = gh.id and gm.guest and gm.person_id is null
      where gp.id = ${me.userId} and ${me.role === 'tenant'} and ${sameHolder('gp', 'gl.created_at')})`;
const taking: Rule = (me, t) =>
  me.userId === null ? none(me, t) : sql<boolean>`${t('id')} in (select mine.thread_id from thread_member mine where mine.id in ${placesOf(me)})`;
const seen = either(taking, hangsOn('lead', 'lead_id', visible));

export const threadScopes: Scopes = {
  /** Whoever has the lead, and the visitor it is with. */
  thread: scopeOf(seen, { superadmin: seen }),
  thread_member: seenWith('thread', 'thread_id'),
  thread_message: seenWith('thread', 'thread_id'),
};
