import type { Db } from '#server/kernel/ctx.ts';
import type { Carrier } from './carrier.ts';

/** Keeps what would have gone out, once a key, for /dev/outbox to show. */
export const localCarrier = (db: Db, channel: 'email' | 'sms'): Carrier => ({
  name: 'local',
  async send({ key, to, subject, text, html }) {
    await db
      .insertInto('local_outbox')
      .values({ key, channel, address: to, subject, body: text, html })
      .onConflict((oc) => oc.column('key').doNothing())
      .execute();
    return null;
  },
  close: async () => undefined,
});
