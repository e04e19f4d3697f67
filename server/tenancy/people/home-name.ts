import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

/** `unitId` names another unit of the property than that of the tenancy, such as the target of a transfer. */
export type NamedHome = { readonly tenancyId: number; readonly unitId: number | null };
export const toHomeNameKey = ({ tenancyId, unitId }: NamedHome): string => `${tenancyId}:${unitId ?? ''}`;

/** The names of homes, by `toHomeNameKey`: the unit and its property, or the property alone where the tenancy is of the whole property. */
export async function readHomeNames(db: Db, homes: readonly NamedHome[]): Promise<Map<string, string>> {
  if (homes.length === 0) return new Map();
  const wanted = homes.map(({ tenancyId, unitId }) => ({ tenancy: tenancyId, unit: unitId }));
  const { rows } = await sql<{
    tenancy: number;
    unit: number | null;
    name: string;
  }>`/* unscoped: the name of a unit for its occupants and managers */
    select w.tenancy, w.unit, case when t.whole and (w.unit is null or w.unit is distinct from (t.transfer ->> 'unit_id')::bigint) then p.name else u.name || ', ' || p.name end as name
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (tenancy bigint, unit bigint)
    join tenancy t on t.id = w.tenancy join unit u on u.id = coalesce(w.unit, t.unit_id) join property p on p.id = u.property_id`.execute(db);
  return new Map(rows.map(({ tenancy, unit, name }) => [toHomeNameKey({ tenancyId: tenancy, unitId: unit }), name]));
}
export const readHomeName = async (db: Db, tenancyId: number, unitId: number | null = null): Promise<string> =>
  (await readHomeNames(db, [{ tenancyId, unitId }])).get(toHomeNameKey({ tenancyId, unitId })) ?? '';
