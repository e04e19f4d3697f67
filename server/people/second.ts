import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** So long after being let in nobody is the second person for money: else whoever asks makes that person, too. */
const newHours = 24;

/** Whether the caller was let in a moment ago and decides over nobody's money yet. */
export async function isNewHere(ctx: Ctx): Promise<boolean> {
  const row = await everything(ctx.db, 'person', 'since when the caller is who they are')
    .select()
    .select('created_at')
    .where('id', '=', ctx.me.userId)
    .executeTakeFirst();
  return row === undefined || row.created_at.getTime() + newHours * 3_600_000 > clock.ms();
}

/** Refuses who may not be the second person yet: for payouts, wallets, refunds and cash alike. */
export async function insistLongHere(ctx: Ctx): Promise<void> {
  if (await isNewHere(ctx)) throw new Refusal('forbidden', m.people_refusal_new_here());
}
