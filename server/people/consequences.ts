import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import { readableTypes } from '#contract/people/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { isHead } from './heads.ts';
import { find } from './one.ts';

type Call = (typeof peopleCalls)['consequences'];

/** What goes with somebody: nothing while another who leads the company and is verified stays, else all it shows and all who work there. */
export async function consequences(ctx: Ctx, { user_id }: Input<Call>): Promise<Result<Call>> {
  const person = await find(ctx, { id: user_id, types: readableTypes(ctx.me) });
  const { rows } = await sql<Result<Call>>`/* all: what hangs on an account the caller sees, counted */ select
    (select count(*)::int from public_listing l join property p on p.id = l.property_id where p.company_id = c.id) live_listings,
    (select count(*)::int from person s where s.company_id = c.id and s.user_type = 6 and s.is_active and s.closed_at is null) staff,
    (select count(*)::int from mandate m where m.ended_at is null and (m.owner_company_id = c.id or m.agent_company_id = c.id)) mandates
    from company c where c.id = ${person.company_id} and exists (select 1 from person t where t.id = ${person.id} and ${isHead('t')})
      and not exists (select 1 from person h where h.company_id = c.id and h.id <> ${person.id} and h.verified_status = 'verified' and ${isHead('h')})`.execute(
    ctx.db,
  );
  return rows[0] ?? { live_listings: 0, staff: 0, mandates: 0 };
}
