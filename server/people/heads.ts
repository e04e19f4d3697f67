import { sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { isHead } from '#server/kernel/heads.ts';
import { everything, from } from '#server/kernel/scoped.ts';

/** The company somebody leads, or led until somebody switched them off: what binds it binds them all the same. */
export async function companyLedBy(db: Db, personId: number): Promise<number | null> {
  const row = await everything(db, 'person', 'what keeps an account from closing')
    .select()
    .select('company_id')
    .where('id', '=', personId)
    .where(sql<boolean>`app.is_head(user_type, true, null)`)
    .executeTakeFirst();
  return row?.company_id ?? null;
}

/** Somebody verified leads the company that holds a property, which the query calls `property`. */
export const holderOk = sql<boolean>`exists (select 1 from company c join person h on h.company_id = c.id where c.id = property.company_id and c.is_active
  and h.verified_status = 'verified' and ${isHead('h')})`;

/** Whom those who live somewhere turn to: a company, its number and address, or those of who leads it. */
export async function managerOf(
  db: Db,
  company: number,
): Promise<{ company: string; name: string | null; phone: string | null; email: string | null }> {
  const { rows } = await sql<Awaited<ReturnType<typeof managerOf>>>`/* all: who lives somewhere knows who manages it */
    select c.name as company, h.name, coalesce(c.phone, h.phone) as phone, coalesce(c.email, h.email) as email from company c
    left join lateral (select p.name, p.phone, p.email from person p where p.company_id = c.id and ${isHead('p')} order by p.id limit 1) h on true
    where c.id = ${company}`.execute(db);
  return rows[0] ?? { company: '', name: null, phone: null, email: null };
}

/** What letters call a company. */
export const companyName = async (db: Db, id: number): Promise<string> =>
  (await everything(db, 'company', 'the company a letter is about').select().select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';

/** Who cannot go on once the platform holds somebody back: themselves, and all who work there when nobody verified leads it any more. */
export async function fallsWith(ctx: Ctx, { id, company_id }: { readonly id: number; readonly company_id: number | null }): Promise<number[]> {
  const led = sql<boolean>`exists (select 1 from person h where h.company_id = person.company_id and h.id <> ${id} and h.verified_status = 'verified' and ${isHead('h')})`;
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
