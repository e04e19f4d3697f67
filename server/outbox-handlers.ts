import { sql } from 'kysely';
import { mailForgotten } from './identity/mails.ts';
import type { House } from './kernel/house.ts';
import type { Handlers } from './kernel/outbox.ts';

/** Who does what when a promised side effect is due. */
export const outboxHandlers = (house: House): Handlers => ({
  'policy.changed': async () => {
    await sql`select pg_notify('pages', '')`.execute(house.database.db);
  },
  'identity.password_forgotten': ({ email }) => mailForgotten(house.database.db, email),
  // Until the notification room carries it, a message that is due stays in the log.
  'notification.deliver': async (told) => house.log.info({ told }, 'somebody is to be told'),
});
