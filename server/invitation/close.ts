import { invitationMachine } from '#contract/invitation/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Closes what nobody took in time: a job of the clock. One transaction each, so that one trouble keeps only itself open. */
export async function closeExpired(db: Db): Promise<number> {
  const due = await everything(db, 'invitation', 'the clock closes what nobody took')
    .select()
    .select(['id', 'code'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock.now())
    .orderBy('id')
    .limit(500)
    .execute();
  for (const { id, code } of due) {
    await db.transaction().execute(async (tx) => {
      const ctx = atClock(tx);
      const still = await everything(tx, 'invitation', 'the clock closes what nobody took')
        .select()
        .select('id')
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('expires_at', '<=', clock.now())
        .forUpdate()
        .executeTakeFirst();
      if (!still) return;
      const { from, to } = await move(ctx, invitationMachine, 'close', id, 'expired', 'clock');
      await audit(tx, ctx, { kind: 'undefined', document: 'invites', id, code, before: { status: from }, after: { status: to }, reason: 'expired' });
    });
  }
  return due.length;
}
