import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const threadLookups: Partial<ModuleLookups> = {
  threadsByLead: () => sql`(select lead_id, guest_seq, team_read, last_at from thread)`,
  threadOfLead: (lead) => sql`(select h.id from thread h where h.lead_id = ${lead})`,
  guestOfLead: (db, leadId) =>
    unscopedTable(db, 'thread_member', 'the conversation of the enquiry that was just made')
      .select()
      .innerJoin('thread', 'thread.id', 'thread_member.thread_id')
      .select(['thread_member.id', 'thread.id as thread_id'])
      .where('thread.lead_id', '=', leadId)
      .where('thread_member.guest', '=', true)
      .executeTakeFirstOrThrow(),
};
