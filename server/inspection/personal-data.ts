import { sql } from 'kysely';
import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

const own = 'the export a person asked for, of what is theirs';
const gone = 'the clock forgets closed accounts';

export const inspectionHoldings: Holdings = {
  inspections: (db, id) =>
    everything(db, 'inspection', own)
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
    everything(db, 'inspection_op', own).select().select(['op', 'outcome', 'at']).where('by_id', '=', id).orderBy('at').execute(),
};

/** What was found stays with the home; where somebody signed, their line and name go. */
export const forgetInspection: Forget = async (tx, id) => {
  await everything(tx, 'inspection', gone)
    .change()
    .set({
      signatures: sql<string>`(select coalesce(jsonb_agg(case when (s ->> 'by_id')::bigint = ${id} then s || '{"name": "—", "drawn": null, "by_id": null}'::jsonb else s end), '[]'::jsonb)
        from jsonb_array_elements(signatures) s)`,
    })
    .where(sql<boolean>`signatures @> ${JSON.stringify([{ by_id: id }])}::jsonb`)
    .execute();
  await everything(tx, 'inspection_op', gone).change().set({ by_id: null }).where('by_id', '=', id).execute();
};
