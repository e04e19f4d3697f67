import { sql } from 'kysely';
import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

const own = 'the export a person asked for, of what is theirs';
const gone = 'the clock forgets closed accounts';

export const inspectionPersonalData: PersonalData = {
  inspections: (db, id) =>
    unscopedTable(db, 'inspection', own)
      .select()
      .select(['code', 'kind', 'status', 'scheduled_at', 'submitted_at', 'keys_count', 'readings'])
      .where((eb) =>
        eb.or([
          eb('inspector_id', '=', id),
          eb.exists(
            eb
              .selectFrom('tenancy_person as tp')
              .innerJoin('tenant as n', 'n.id', 'tp.tenant_id')
              .select('tp.id')
              .whereRef('tp.tenancy_id', '=', 'inspection.tenancy_id')
              .where('n.person_id', '=', id),
          ),
        ]),
      )
      .orderBy('id')
      .execute(),
  inspection_steps: (db, id) =>
    unscopedTable(db, 'inspection_op', own).select().select(['op', 'outcome', 'at']).where('by_id', '=', id).orderBy('at').execute(),
};

/** Findings stay with the unit. The signature and name of the person are erased. */
export const eraseInspectionPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'inspection', gone)
    .change()
    .set({
      signatures: sql<string>`(select coalesce(jsonb_agg(case when (s ->> 'by_id')::bigint = ${id} then s || '{"name": "—", "drawn": null, "by_id": null}'::jsonb else s end), '[]'::jsonb)
        from jsonb_array_elements(signatures) s)`,
    })
    .where(sql<boolean>`signatures @> ${JSON.stringify([{ by_id: id }])}::jsonb`)
    .execute();
  await unscopedTable(tx, 'inspection_op', gone).change().set({ by_id: null }).where('by_id', '=', id).execute();
};
