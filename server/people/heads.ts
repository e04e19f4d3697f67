import { sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { isCompanyHeadSql } from '#server/kernel/heads.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';

/** The company that a person heads, or headed until they were disabled, because its rules still apply to them. */
export async function readCompanyLedByPerson(db: Db, personId: number): Promise<number | null> {
  const row = await unscopedTable(db, 'person', 'checks whether bookings prevent the account from closing')
    .select()
    .select('company_id')
    .where('id', '=', personId)
    .where(sql<boolean>`app.is_head(user_type, true, null)`)
    .executeTakeFirst();
  return row?.company_id ?? null;
}

/** A verified head leads the company that holds the property, which the query calls `property`. */
export const isOwnerVerifiedSql = sql<boolean>`exists (select 1 from company c join person h on h.company_id = c.id where c.id = property.company_id and c.is_active
  and h.verified_status = 'verified' and ${isCompanyHeadSql('h')})`;

/** The contact for tenants: a company, with its own number and address or those of its head. */
export async function readCompanyContact(
  db: Db,
  company: number,
): Promise<{ company: string; name: string | null; phone: string | null; email: string | null }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readCompanyContact>>>`/* unscoped: occupants see the managers of their unit */
    select c.name as company, h.name, coalesce(c.phone, h.phone) as phone, coalesce(c.email, h.email) as email from company c
    left join lateral (select p.name, p.phone, p.email from person p where p.company_id = c.id and ${isCompanyHeadSql('p')} order by p.id limit 1) h on true
    where c.id = ${company}`.execute(db);
  return rows[0] ?? { company: '', name: null, phone: null, email: null };
}

/** The company name for messages. */
export const readCompanyName = async (db: Db, id: number): Promise<string> =>
  (await unscopedTable(db, 'company', 'the company named in a letter').select().select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';

/** The people affected when the platform suspends someone: the person, and all staff when no verified head remains. */
export async function listPeopleAffectedBySuspension(
  ctx: Ctx,
  { id, company_id }: { readonly id: number; readonly company_id: number | null },
): Promise<number[]> {
  const led = sql<boolean>`exists (select 1 from person h where h.company_id = person.company_id and h.id <> ${id} and h.verified_status = 'verified' and ${isCompanyHeadSql('h')})`;
  const rows = await from(ctx, 'person')
    .select('person.id')
    .where((eb) =>
      eb.or([
        eb('person.id', '=', id),
        eb.and([eb('person.company_id', '=', company_id), eb('person.user_type', '=', userTypes.staff), eb.not(led)]),
      ]),
    )
    .orderBy('person.id')
    .execute();
  return rows.map((row) => row.id);
}
