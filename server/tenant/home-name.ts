import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

/**
 * What the home of a tenancy is called, for who lives there and who manages it: the unit and its property, of a whole the property alone.
 * `unitId`: another unit that letters are about, such as the one they move to.
 */
export async function homeName(db: Db, tenancyId: number, unitId: number | null = null): Promise<string> {
  const { rows } = await sql<{ name: string }>`/* all: what a home is called, for who lives there and who manages it */
    select case when t.whole and (${unitId}::bigint is null or ${unitId}::bigint is distinct from (t.transfer ->> 'unit_id')::bigint) then p.name else u.name || ', ' || p.name end as name
    from tenancy t join unit u on u.id = coalesce(${unitId}::bigint, t.unit_id) join property p on p.id = u.property_id
    where t.id = ${tenancyId}`.execute(db);
  return rows[0]?.name ?? '';
}
