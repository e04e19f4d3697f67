import type { Input } from '#contract/kernel/call.ts';
import type { NotificationSettings, notificationCalls } from '#contract/notification/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, signedIn } from '#server/kernel/ctx.ts';
import { visible } from '#server/kernel/scope.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { quiet } from './quiet.ts';

const usual: NotificationSettings = { quiet, digest: 'off' };

type Row = { quiet_from: number | null; quiet_to: number | null; digest: NotificationSettings['digest'] };
const toSettings = (row: Row | undefined): NotificationSettings =>
  row ? { quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to }, digest: row.digest } : usual;

/** When a person wants to be told; whoever never said so, at the usual hours and at once. */
export async function settingsOf(db: Db, personId: number | null): Promise<NotificationSettings> {
  const rows = everything(db, 'notification_setting', 'the quiet hours of whoever is written to')
    .select()
    .select(['quiet_from', 'quiet_to', 'digest']);
  return toSettings(personId === null ? undefined : await rows.where('person_id', '=', personId).executeTakeFirst());
}

export async function changeSettings(ctx: Ctx, given: Input<(typeof notificationCalls)['changeSettings']>): Promise<NotificationSettings> {
  const personId = signedIn(ctx).userId;
  const before = await settingsOf(ctx.db, personId);
  const after = { quiet: given.quiet === undefined ? before.quiet : given.quiet, digest: given.digest ?? before.digest };
  if (after.quiet?.from === after.quiet?.to && after.quiet) throw invalid({ quiet: m.notification_problem_quiet() });
  const row = { quiet_from: after.quiet?.from ?? null, quiet_to: after.quiet?.to ?? null, digest: after.digest };
  await add(ctx, 'notification_setting')
    .values({ person_id: personId, ...row })
    .onConflict((oc) => oc.column('person_id').doUpdateSet(row))
    .execute();
  // Whoever wants no summary any more does not wait for the one that was being gathered.
  if (after.digest === 'off' && before.digest !== 'off')
    await everything(ctx.db, 'notification_delivery', 'what waits for the caller goes out with the new hours')
      .change()
      .set({ due_at: clock.now() })
      .where('person_id', '=', personId)
      .where('state', '=', 'bundled')
      .where('payload', 'is not', null)
      .execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'notifications', id: personId, before: spoken(before), after: spoken(after), reason: 'when' });
  return after;
}

const spoken = ({ quiet: hours, digest }: NotificationSettings) => ({ quiet_hours: hours && `${hours.from}–${hours.to}`, digest });

/** Read through the scope, as a call's answer is. */
export async function ownSettings(ctx: Ctx): Promise<NotificationSettings> {
  const rows = from(ctx, 'notification_setting').select(['quiet_from', 'quiet_to', 'digest']);
  return toSettings(await rows.where(visible('notification_setting', ctx.me)).executeTakeFirst());
}
