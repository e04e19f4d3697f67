import { sql } from 'kysely';
import type { Lookups } from '#server/kernel/lookups.ts';
import { everything } from '#server/kernel/scoped.ts';

export const invitationLookups: Partial<Lookups> = {
  invitedToRole: (role) => sql`(select count(*) from invitation i where i.role_id = ${role} and i.status = 'pending')`,
  becameSuperadmin: async (db, personIds, since) =>
    (await everything(db, 'invitation', 'since when whoever asks or agrees is a superadmin')
      .select()
      .select('id')
      .where('accepted_by', 'in', personIds)
      .where('kind', '=', 'superadmin')
      .where('accepted_at', '>', since)
      .executeTakeFirst()) !== undefined,
};
