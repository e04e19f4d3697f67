import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

/** A current payer of a tenancy, reached by account, number or email address. */
export type TenancyPayer = {
  /** The id of the person's place in the tenancy. */
  readonly member: number;
  readonly tenant_id: number;
  readonly person_id: number | null;
  readonly phone: string | null;
  readonly email: string | null;
};
/** `t` is the tenancy. People who have left are not notified. */
const payers = async (db: Db, which: RawBuilder<unknown>): Promise<TenancyPayer[]> =>
  (
    await sql<TenancyPayer>`/* unscoped: the occupants are notified */ select p.id as member, n.id as tenant_id, n.person_id, n.phone, n.email
      from tenancy t join tenancy_person p on p.tenancy_id = t.id and p.role in ('lead', 'co_tenant') and p.until is null
      join tenant n on n.id = p.tenant_id where ${which} order by t.id, n.id`.execute(db)
  ).rows;

/** The current payers of a tenancy. */
export const readPayers = (db: Db, tenancyId: number): Promise<TenancyPayer[]> => payers(db, sql`t.id = ${tenancyId}`);

/** The current payers who live in a unit, or anywhere in a property. */
export const readPayersOfOccupiedUnits = (
  db: Db,
  { unit_id, property_id }: { readonly unit_id: number | null; readonly property_id: number },
): Promise<TenancyPayer[]> =>
  payers(
    db,
    sql`t.status in ('active', 'expired') and (t.unit_id = ${unit_id} or exists (select 1 from stay s
      where s.tenancy_id = t.id and s.released_at is null and lower(s.during) <= app.today()
      and (s.unit_id = ${unit_id} or (${unit_id}::bigint is null and s.property_id = ${property_id}))))`,
  );
