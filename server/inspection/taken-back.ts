import { sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Ctx } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import type { LockOut } from '#server/kernel/personal-data.ts';
import { open } from './follow.ts';
import { update } from './pen.ts';
import { factsOf, type InspectionRow } from './rows.ts';
import { inspector, keepersOf, tellAll } from './tell.ts';

type BackReason = 'the mandate ended' | 'the home was sold' | 'the inspector lost their place';

/** What was written down stays; nobody is sent and no device holds the pen, until somebody who may goes on. */
export async function takeBack(ctx: Ctx, rows: readonly InspectionRow[], reason: BackReason): Promise<void> {
  for (const before of rows) {
    await update(ctx, before.id, { inspector_id: null, device: null, device_at: null });
    const after = { ...before, inspector_id: null, revision: before.revision + 1 };
    await audit(ctx.db, ctx, {
      ...{ kind: 'undefined', document: 'inspection', id: before.id, code: before.code, before: factsOf(before), after: factsOf(after), reason },
    });
    // Whoever planned it, and who keeps the home. A verification is the platform's: whoever keeps the property does not read who was to look.
    const planner = inspector(before.created_by);
    const to = before.kind === 'verification' ? planner : keepersOf(ctx, after).and(planner);
    await tellAll(ctx, after, to.except(ctx.me.userId, before.inspector_id), 'inspection.unassigned', { reason });
  }
}

/** Those still to be looked at that one of these was sent to. */
const sent = (ctx: Ctx, people: readonly number[]) => open(ctx, ['scheduled', 'in_progress']).where('inspector_id', 'in', [...people]);
/** Those of homes that somebody of a company was sent to. */
export const sentBy = (ctx: Ctx, company: number, propertyIds: readonly number[]) =>
  open(ctx, ['scheduled', 'in_progress'])
    .where('kind', '<>', 'verification')
    .where('company_id', '<>', company)
    .where('property_id', 'in', [...propertyIds])
    .where(sql<boolean>`inspector_id in (select w.id from person w where w.company_id = ${company})`)
    .execute();

export const backFrom: LockOut = async (db, personId) => {
  const ctx = atClock(db, 'whoever was sent lost their place');
  await takeBack(ctx, await sent(ctx, [personId]).execute(), 'the inspector lost their place');
};
export const heldBackFollows: Follows = {
  'account.held_back': async (ctx, { personIds }) => {
    if (personIds.length > 0) await takeBack(ctx, await sent(ctx, personIds).execute(), 'the inspector lost their place');
  },
};
