import { sql } from 'kysely';
import type { AccountAction } from '#contract/people/kinds.ts';
import { canPerformAccountAction } from '#contract/people/rules.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { countOtherSuperadmins, findPerson, readAccountActor, readAccountTarget, readCompanyOfPerson } from './person-record.ts';
import type { PersonRow } from './rows.ts';

/** Locks a person for an action the caller may take. A hidden person is not found; a visible one outside the caller's permissions is refused. */
export async function lockPersonForAction(
  ctx: Ctx,
  id: number,
  act: AccountAction,
  { code, self = false }: { code?: string; self?: boolean } = {},
): Promise<PersonRow> {
  // Serialises changes to super admins: of two who disable each other at the same moment, one stays active.
  if (act === 'disable' || act === 'delete') await sql`select pg_advisory_xact_lock(hashtextextended('people:superadmins', 0))`.execute(ctx.db);
  const person = await findPerson(ctx, { id, ...(code === undefined ? {} : { code }) }, true);
  const target = await readAccountTarget(ctx, person, await readCompanyOfPerson(ctx, person));
  const actor = await readAccountActor(ctx);
  if (canPerformAccountAction(self ? { ...actor, id: null } : actor, target, act, await countOtherSuperadmins(ctx, id))) return person;
  throw new Refusal('forbidden', id === ctx.me.userId ? m.people_refusal_own_account() : sentence('accessForbidden'), {
    missing: null,
  });
}
