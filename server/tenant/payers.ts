import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

/** One of those who pay now, by account, number or address. */
export type Payer = {
  /** Their place in the tenancy. */
  readonly member: number;
  readonly tenant_id: number;
  readonly person_id: number | null;
  readonly phone: string | null;
  readonly email: string | null;
};
/** Who pays in a tenancy now: whoever has left hears nothing more of it. */
export async function payersOf(db: Db, tenancyId: number): Promise<Payer[]> {
  const { rows } = await sql<Payer>`/* all: who lives there is told */ select p.id as member, n.id as tenant_id, n.person_id, n.phone, n.email
    from tenancy_person p join tenant n on n.id = p.tenant_id
    where p.tenancy_id = ${tenancyId} and p.role in ('lead', 'co_tenant') and p.until is null order by n.id`.execute(db);
  return rows;
}
/** Who lives in a unit now, or anywhere in a property, of those who pay. */
export async function payersIn(
  db: Db,
  { unit_id, property_id }: { readonly unit_id: number | null; readonly property_id: number },
): Promise<Payer[]> {
  const { rows } = await sql<{ id: number }>`/* all: who lives there is told */
    select id from tenancy where status in ('active', 'expired') and (unit_id = ${unit_id} or exists (select 1 from stay s where s.tenancy_id = tenancy.id and s.released_at is null
      and lower(s.during) <= app.today() and (s.unit_id = ${unit_id} or (${unit_id}::bigint is null and s.property_id = ${property_id})))) order by id`.execute(
    db,
  );
  const payers: Payer[] = [];
  for (const { id } of rows) payers.push(...(await payersOf(db, id)));
  return payers;
}
