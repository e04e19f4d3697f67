import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const threadHoldings: Holdings = {
  messages: (db, id) =>
    everything(db, 'thread_message', 'the export a person asked for, of what is theirs')
      .select()
      .innerJoin('thread_member', 'thread_member.id', 'thread_message.member_id')
      .select(['thread_message.thread_id', 'thread_message.body', 'thread_message.at'])
      .where('thread_member.person_id', '=', id)
      .orderBy('thread_message.id')
      .execute(),
};

/** The company keeps what was written to it, without a name; no account opens it any more. */
export const forgetThread: Forget = async (tx, id) => {
  await everything(tx, 'thread_member', 'the clock forgets closed accounts')
    .change()
    .set({ person_id: null })
    .where('person_id', '=', id)
    .where('guest', '=', true)
    .execute();
};
