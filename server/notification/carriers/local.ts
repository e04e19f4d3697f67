import type { Db } from '#server/kernel/ctx.ts';
import type { Carrier } from './carrier.ts';

/** Keeps what would have gone out, once a key, for /dev/outbox to show; where there is no such page, that it would have, and not what it said. */
export const localCarrier = (db: Db, channel: 'email' | 'sms', shown: boolean): Carrier => ({
  name: 'local',
  async send({ key, to, subject, text, html }) {
    await db
      .insertInto('local_outbox')
      .values({ key, channel, address: to, subject, body: shown ? text : '', html: shown ? html : '' })
      .onConflict((oc) => oc.column('key').doNothing())
      .execute();
    return null;
  },
  close: async () => undefined,
});
