import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Whether somebody leads their company now. `p` is what the query calls them. */
export const isHead = (p: string): RawBuilder<boolean> =>
  sql<boolean>`app.is_head(${sql.ref(`${p}.user_type`)}, ${sql.ref(`${p}.is_active`)}, ${sql.ref(`${p}.closed_at`)})`;

/** Somebody verified leads the company that holds a property, which the query calls `property`. */
export const holderOk = sql<boolean>`exists (select 1 from company c join person h on h.company_id = c.id where c.id = property.company_id and c.is_active
  and h.verified_status = 'verified' and ${isHead('h')})`;

const heads = (db: Db) =>
  everything(db, 'person', 'the heads of a company are told')
    .select()
    .select(['person.id', 'person.user_type'])
    .where(isHead('person'))
    .orderBy('person.id')
    .limit(20);

/** Those who lead a company: whom it concerns is told. */
export const headsOf = (db: Db, company: number) => heads(db).where('person.company_id', '=', company).execute();
/** Those who lead the company that holds a property. */
export const headsOfHolder = (db: Db, property: number) =>
  heads(db).innerJoin('property', 'property.company_id', 'person.company_id').where('property.id', '=', property).execute();

/** What letters call a company. */
export const companyName = async (db: Db, id: number): Promise<string> =>
  (await everything(db, 'company', 'the company a letter is about').select().select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
