import type { Db } from '#server/kernel/ctx.ts';
import type { MessageCarrier } from './carrier.ts';

/** Stores outgoing messages once per key for /dev/outbox. Without that page only the fact is stored, not the text. */
export const makeLocalCarrier = (db: Db, channel: 'email' | 'sms', shown: boolean): MessageCarrier => ({
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
