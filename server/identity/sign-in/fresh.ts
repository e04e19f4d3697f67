import { clock } from '#contract/time/clock.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export const freshMinutes = 15;

/** Dangerous acts want somebody who proved who they are a moment ago, not a browser left open. */
export async function needFresh(ctx: Pick<Ctx, 'db' | 'me'>): Promise<void> {
  const row = await everything(ctx.db, 'person_session', "the caller's own session")
    .select()
    .select('proved_at')
    .where('id', '=', ctx.me.sessionId)
    .executeTakeFirst();
  if (row && clock.ms() - row.proved_at.getTime() < freshMinutes * 60_000) return;
  throw new Refusal('forbidden', m.identity_refusal_fresh(), { reauthenticate: true });
}

/** Notes that it is them; answers until when that holds. */
export async function prove(db: Db, sessionId: number): Promise<Date> {
  const now = clock.now();
  await everything(db, 'person_session', "the caller's own session").change().set({ proved_at: now }).where('id', '=', sessionId).execute();
  return new Date(now.getTime() + freshMinutes * 60_000);
}
