import { sql } from 'kysely';
import type { LiveModule } from '#contract/notification/live.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

export { notifyAudience, type PagePathByLayout, screenPagePath } from './notify.ts';
export {
  type NotificationContent,
  type NotificationRecipient,
  notifyBatch,
  notifyBatchSize,
  notifyPerson,
  type PersonNotification,
  type QueuedNotification,
  unsealNotification,
} from './notify-person.ts';
export { createNotificationAudience, type NotificationAudience, type NotificationReader, toRecipient } from './recipients.ts';

/** The people whose open lists are stale: those of a company who may read the module, or one person. */
export type ListChange = { readonly module: LiveModule } & ({ readonly company: number } | { readonly person: number });
/** Signals open lists to reload after the caller's transaction is committed. */
export const announceListChange = async (ctx: Pick<Ctx, 'db'>, what: ListChange): Promise<void> => {
  await sql`select pg_notify('changed', ${JSON.stringify(what)})`.execute(ctx.db);
};
