import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import { listReadableUserTypes } from '#contract/people/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { isCompanyHeadSql } from '#server/kernel/heads.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import { personNotFound } from './person-record.ts';

type Call = (typeof peopleCalls)['consequences'];

/**
 * The consequences of suspending one or several people. A company keeps everything while another verified head remains; otherwise all its listings
 * and staff are affected. Shared items are counted once.
 */
export async function readSuspensionConsequences(ctx: Ctx, { user_id }: HandlerInput<Call>): Promise<HandlerResult<Call>> {
  const ids = [...new Set(user_id)];
  const seen = await from(ctx, 'person')
    .select('person.id')
    .where(sql<boolean>`person.id = any (${ids}::bigint[])`)
    .where(sql<boolean>`person.user_type = any (${listReadableUserTypes(ctx.me)}::int[])`)
    .execute();
  if (seen.length < ids.length) throw personNotFound();
  const { rows } = await sql<HandlerResult<Call>>`/* unscoped: counts records related to accounts that the caller sees */ with falls as (
      select distinct t.company_id id from person t where t.id = any (${ids}::bigint[]) and t.company_id is not null and ${isCompanyHeadSql('t')}
        and not exists (select 1 from person h where h.company_id = t.company_id and h.id <> all (${ids}::bigint[])
          and h.verified_status = 'verified' and ${isCompanyHeadSql('h')}))
    select
    ${getLookup('offersShown')(sql`(select id from falls)`)} live_listings,
    (select count(*)::int from person s where s.company_id in (select id from falls) and s.user_type = 6 and s.is_active and s.closed_at is null) staff,
    (select count(*)::int from mandate m where m.ended_at is null
      and (m.owner_company_id in (select id from falls) or m.agent_company_id in (select id from falls))) mandates`.execute(ctx.db);
  return rows[0] ?? { live_listings: 0, staff: 0, mandates: 0 };
}
