import { invitationMachine } from '#contract/invitation/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

async function close(ctx: Ctx, { id, code }: { id: number; code: string }, reason: string): Promise<void> {
  const { from, to } = await makeMove(ctx, invitationMachine, 'close', id, reason, 'clock');
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'invites', id, code, before: { status: from }, after: { status: to }, reason });
}

/** Closes the open invitations of a deleted team. */
export async function closeInvitationsOfTeam(db: Db, teamId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const open = await unscopedTable(tx, 'invitation', 'invitations to a deleted team')
      .select()
      .select(['id', 'code'])
      .where('team_id', '=', teamId)
      .where('status', '=', 'pending')
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const row of open) await close(asClock(tx), row, 'its team was deleted');
  });
}

/** Closes expired invitations. A scheduled job runs it, with a transaction for each, so that one failure does not stop the others. */
export async function closeExpiredInvitations(db: Db): Promise<number> {
  const due = await unscopedTable(db, 'invitation', 'scheduled job closes invitations that were not accepted')
    .select()
    .select(['id', 'code'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock.now())
    .orderBy('id')
    .execute();
  return processDueRows(db, due, async (tx, { id, code }) => {
    const ctx = asClock(tx);
    const still = await unscopedTable(tx, 'invitation', 'scheduled job closes invitations that were not accepted')
      .select()
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('expires_at', '<=', clock.now())
      .forUpdate()
      .executeTakeFirst();
    if (!still) return;
    await close(ctx, { id, code }, 'expired');
  });
}
