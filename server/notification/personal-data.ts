import { sql } from 'kysely';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const notificationPersonalData: PersonalData = {
  notifications: (db, id) =>
    unscopedTable(db, 'notification', 'a person exports their own personal data')
      .select()
      .select(['heading', 'message', 'read', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
  notification_preferences: (db, id) =>
    unscopedTable(db, 'notification_preference', 'a person exports their own personal data')
      .select()
      .select(['event_group', 'channel', 'wanted'])
      .where('person_id', '=', id)
      .execute(),
  notification_times: (db, id) =>
    unscopedTable(db, 'notification_setting', 'a person exports their own personal data')
      .select()
      .select(['quiet_from', 'quiet_to', 'digest'])
      .where('person_id', '=', id)
      .executeTakeFirst(),
  messages_sent_to_me: (db, id) =>
    unscopedTable(db, 'notification_delivery', 'a person exports their own personal data')
      .select()
      .select(['event', 'channel', 'address', 'state', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
};

export const eraseNotificationPersonalData: ErasePersonalData = async (tx, id) => {
  for (const table of ['notification', 'notification_preference', 'notification_setting'] as const)
    await unscopedTable(tx, table, 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
  await sql`/* unscoped: scheduled job erases the data of closed accounts */ delete from local_outbox where address in (select unnest(array[email::text, phone]) from person where id = ${id})`.execute(
    tx,
  );
  await unscopedTable(tx, 'notification_delivery', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ address: '', payload: null })
    .where('person_id', '=', id)
    .execute();
};
