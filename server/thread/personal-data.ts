import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const threadPersonalData: PersonalData = {
  messages: (db, id) =>
    unscopedTable(db, 'thread_message', 'a person exports their own personal data')
      .select()
      .innerJoin('thread_member', 'thread_member.id', 'thread_message.member_id')
      .select(['thread_message.thread_id', 'thread_message.body', 'thread_message.at'])
      .where('thread_member.person_id', '=', id)
      .orderBy('thread_message.id')
      .execute(),
};

/** The company keeps its messages without the person's name; no account can open them any more. */
export const eraseThreadPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'thread_member', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ person_id: null })
    .where('person_id', '=', id)
    .where('guest', '=', true)
    .execute();
};
