import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const notificationHoldings: Holdings = {
  notifications: (db, id) =>
    everything(db, 'notification', 'the export a person asked for, of what is theirs')
      .select()
      .select(['heading', 'message', 'read', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
  notification_preferences: (db, id) =>
    everything(db, 'notification_preference', 'the export a person asked for, of what is theirs')
      .select()
      .select(['event_group', 'channel', 'wanted'])
      .where('person_id', '=', id)
      .execute(),
  notification_times: (db, id) =>
    everything(db, 'notification_setting', 'the export a person asked for, of what is theirs')
      .select()
      .select(['quiet_from', 'quiet_to', 'digest'])
      .where('person_id', '=', id)
      .executeTakeFirst(),
  messages_sent_to_me: (db, id) =>
    everything(db, 'notification_delivery', 'the export a person asked for, of what is theirs')
      .select()
      .select(['event', 'channel', 'address', 'state', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
};

export const forgetNotification: Forget = async (tx, id) => {
  for (const table of ['notification', 'notification_preference', 'notification_setting'] as const)
    await everything(tx, table, 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
  await sql`/* all: the clock forgets closed accounts */ delete from local_outbox where address in (select unnest(array[email::text, phone]) from person where id = ${id})`.execute(
    tx,
  );
  await everything(tx, 'notification_delivery', 'the clock forgets closed accounts')
    .change()
    .set({ address: '', payload: null })
    .where('person_id', '=', id)
    .execute();
};
