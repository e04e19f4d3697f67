import { sql } from 'kysely';
import { runSearches, tellClosed, tellRepriced } from './finding/service.ts';
import { mailForgotten } from './identity/mails.ts';
import type { Handlers } from './jobs/queue.ts';
import type { House } from './kernel/house.ts';
import { unitMoved } from './listing/clock.ts';
import { plan } from './notification/deliver.ts';
import { sendNow } from './notification/sender.ts';
import type { Told } from './notification/service.ts';

/** Who does what when a promised side effect is due. */
export const outboxHandlers = (house: House): Handlers => ({
  'policy.changed': async () => {
    await sql`select pg_notify('pages', '')`.execute(house.database.db);
  },
  'vocabulary.changed': async () => {
    await sql`select pg_notify('pages', '')`.execute(house.database.db);
  },
  'identity.password_forgotten': ({ email }) => mailForgotten(house.database.db, email),
  'unit.moved': ({ unitId }) => unitMoved(house.database.db, unitId),
  // The finding room takes these.
  'listing.published': async () => void (await runSearches(house)),
  'listing.repriced': (change) => tellRepriced(house.database.db, change),
  'listing.closed': (change) => tellClosed(house.database.db, change),
  'notification.deliver': (told) => plan(house, told as Told),
  'notification.send': ({ deliveryId }) => sendNow(house, deliveryId),
});
