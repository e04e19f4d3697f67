import type { HandlerInput } from '#contract/kernel/call.ts';
import type { NotificationSettings, notificationCalls } from '#contract/notification/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, requireSignedIn } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { defaultQuietHours } from './quiet-hours.ts';

const usual: NotificationSettings = { quiet: defaultQuietHours, digest: 'off' };

type Row = { quiet_from: number | null; quiet_to: number | null; digest: NotificationSettings['digest'] };
const toSettings = (row: Row | undefined): NotificationSettings =>
  row ? { quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to }, digest: row.digest } : usual;

/** A person's delivery settings. By default, the usual quiet hours and no summary. */
export async function readNotificationSettings(db: Db, personId: number | null): Promise<NotificationSettings> {
  const rows = unscopedTable(db, 'notification_setting', 'the quiet hours of the recipient').select().select(['quiet_from', 'quiet_to', 'digest']);
  return toSettings(personId === null ? undefined : await rows.where('person_id', '=', personId).executeTakeFirst());
}

export async function changeNotificationSettings(
  ctx: Ctx,
  given: HandlerInput<(typeof notificationCalls)['changeSettings']>,
): Promise<NotificationSettings> {
  const personId = requireSignedIn(ctx).userId;
  const before = await readNotificationSettings(ctx.db, personId);
  const after = { quiet: given.quiet === undefined ? before.quiet : given.quiet, digest: given.digest ?? before.digest };
  if (after.quiet?.from === after.quiet?.to && after.quiet) throw invalidInputRefusal({ quiet: m.notification_problem_quiet() });
  const row = { quiet_from: after.quiet?.from ?? null, quiet_to: after.quiet?.to ?? null, digest: after.digest };
  await add(ctx, 'notification_setting')
    .values({ person_id: personId, ...row })
    .onConflict((oc) => oc.column('person_id').doUpdateSet(row))
    .execute();
  // When summaries are switched off, the gathered emails are sent at once.
  if (after.digest === 'off' && before.digest !== 'off')
    await unscopedTable(ctx.db, 'notification_delivery', 'the caller’s pending notifications follow the new quiet hours')
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

/** The settings are read through the row scope, like the answer of a call. */
export async function readOwnNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const rows = from(ctx, 'notification_setting').select(['quiet_from', 'quiet_to', 'digest']);
  return toSettings(await rows.where(visibleTo('notification_setting', ctx.me)).executeTakeFirst());
}
