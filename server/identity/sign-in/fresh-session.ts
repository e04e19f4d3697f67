import { clock } from '#contract/time/clock.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export const freshSessionMinutes = 15;

/** Sensitive actions need a recent proof of identity, so that an unattended browser is not enough. */
export async function assertFreshSession(ctx: Pick<Ctx, 'db' | 'me'>): Promise<void> {
  const row = await unscopedTable(ctx.db, 'person_session', "the caller's own session")
    .select()
    .select('proved_at')
    .where('id', '=', ctx.me.sessionId)
    .executeTakeFirst();
  if (row && clock.ms() - row.proved_at.getTime() < freshSessionMinutes * 60_000) return;
  throw new Refusal('forbidden', m.identity_refusal_fresh(), { reauthenticate: true });
}

/** Records a proof of identity and returns the time until which it is valid. */
export async function markSessionFresh(db: Db, sessionId: number): Promise<Date> {
  const now = clock.now();
  await unscopedTable(db, 'person_session', "the caller's own session").change().set({ proved_at: now }).where('id', '=', sessionId).execute();
  return new Date(now.getTime() + freshSessionMinutes * 60_000);
}
