import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';

export const notificationHoldings: Holdings = {
  notifications: (db, id) =>
    db
      .selectFrom('notification')
      .select(['heading', 'message', 'read', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
  notification_preferences: (db, id) =>
    db.selectFrom('notification_preference').select(['event_group', 'channel', 'wanted']).where('person_id', '=', id).execute(),
  notification_times: (db, id) =>
    db.selectFrom('notification_setting').select(['quiet_from', 'quiet_to', 'digest']).where('person_id', '=', id).executeTakeFirst(),
  messages_sent_to_me: (db, id) =>
    db
      .selectFrom('notification_delivery')
      .select(['event', 'channel', 'address', 'state', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
};

export const forgetNotification: Forget = async (tx, id) => {
  for (const table of ['notification', 'notification_preference', 'notification_setting'] as const)
    await tx.deleteFrom(table).where('person_id', '=', id).execute();
  await sql`delete from local_outbox where address in (select unnest(array[email::text, phone]) from person where id = ${id})`.execute(tx);
  await tx.updateTable('notification_delivery').set({ address: '', payload: null }).where('person_id', '=', id).execute();
};
