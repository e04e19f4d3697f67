import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const inspectionLookups: Partial<ModuleLookups> = {
  inspectionMovesOf: (tenancyId) => sql`(select m.id, m.at, m.to_state, i.code as about, m.reason, p.name as by
    from inspection i join move_log m on m.subject = 'inspection' and m.subject_id = i.id left join person p on p.id = m.actor_id where i.tenancy_id = ${tenancyId})`,
  hasMoveInInspection: (tenancy) =>
    sql<boolean>`exists (select 1 from inspection i where i.tenancy_id = ${tenancy} and i.kind = 'move_in' and i.status in ('scheduled', 'in_progress', 'submitted', 'agreed', 'disputed'))`,
  hasInspection: (tenancy) => sql<boolean>`exists (select 1 from inspection i where i.tenancy_id = ${tenancy})`,
  wasInspected: async (db, tenancyId, unitId) =>
    (
      await sql`/* unscoped: checks whether the unit of a locked tenancy was inspected */ select 1 from inspection where tenancy_id = ${tenancyId} and unit_id = ${unitId} and kind = 'move_out'
        and status in ('submitted', 'agreed', 'disputed') limit 1`.execute(db)
    ).rows.length > 0,
};
