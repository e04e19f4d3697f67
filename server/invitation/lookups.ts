import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const invitationLookups: Partial<ModuleLookups> = {
  invitedToRole: (role) => sql`(select count(*) from invitation i where i.role_id = ${role} and i.status = 'pending')`,
  invitedBetween: (one, other, days) =>
    sql<boolean>`exists (select 1 from invitation i where i.accepted_at > app.now() - make_interval(days => ${days})
      and ((i.inviter_id = ${one} and i.accepted_by = ${other}) or (i.inviter_id = ${other} and i.accepted_by = ${one})))`,
};
