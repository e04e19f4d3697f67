import { sql } from 'kysely';
import type { Act } from '#contract/people/kinds.ts';
import { may } from '#contract/people/rules.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { actorOf, companyOf, find, judged, superadminsBeside } from './one.ts';
import type { PersonRow } from './rows.ts';

/** Somebody the caller may do this to, locked. Out of sight is not found; in sight but not theirs to change is refused. */
export async function taken(ctx: Ctx, id: number, act: Act, { code, self = false }: { code?: string; self?: boolean } = {}): Promise<PersonRow> {
  // Two superadmins who switch each other off at the same moment wait here for each other, so that one stays.
  if (act === 'disable' || act === 'delete') await sql`select pg_advisory_xact_lock(hashtextextended('people:superadmins', 0))`.execute(ctx.db);
  const person = await find(ctx, { id, ...(code === undefined ? {} : { code }) }, true);
  const target = await judged(ctx, person, await companyOf(ctx, person));
  const actor = await actorOf(ctx);
  if (may(self ? { ...actor, id: null } : actor, target, act, await superadminsBeside(ctx, id))) return person;
  throw new Refusal('forbidden', id === ctx.me.userId ? m.people_refusal_own_account() : sentence('accessForbidden'), {
    missing: null,
  });
}
