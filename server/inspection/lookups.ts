import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const inspectionLookups: Partial<ModuleLookups> = {
  hasMoveInInspection: (tenancy) =>
    sql<boolean>`exists (select 1 from inspection i where i.tenancy_id = ${tenancy} and i.kind = 'move_in' and i.status in ('scheduled', 'in_progress', 'submitted', 'agreed', 'disputed'))`,
  hasInspection: (tenancy) => sql<boolean>`exists (select 1 from inspection i where i.tenancy_id = ${tenancy})`,
  wasInspected: async (db, tenancyId, unitId) =>
    (
      await sql`/* unscoped: checks whether the unit of a locked tenancy was inspected */ select 1 from inspection where tenancy_id = ${tenancyId} and unit_id = ${unitId} and kind = 'move_out'
        and status in ('submitted', 'agreed', 'disputed') limit 1`.execute(db)
    ).rows.length > 0,
};
