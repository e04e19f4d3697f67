import { type RawBuilder, sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Db } from './ctx.ts';
import { unscopedTable } from './scoped.ts';

/** Whether a person is currently a head of their company. `p` is the alias of the person in the query. */
export const isCompanyHeadSql = (p: string): RawBuilder<boolean> =>
  sql<boolean>`app.is_head(${sql.ref(`${p}.user_type`)}, ${sql.ref(`${p}.is_active`)}, ${sql.ref(`${p}.closed_at`)})`;

const heads = (db: Db) =>
  unscopedTable(db, 'person', 'the heads of a company are notified')
    .select()
    .select('person.id')
    .where(isCompanyHeadSql('person'))
    .orderBy('person.id')
    .limit(20);

/** The heads of a company. */
export const listCompanyHeads = (db: Db, company: number) => heads(db).where('person.company_id', '=', company).execute();
/** The heads of the company that owns a property. */
export const listHeadsOfPropertyOwner = (db: Db, property: number) =>
  heads(db).innerJoin('property', 'property.company_id', 'person.company_id').where('property.id', '=', property).execute();

/** The superadmins whose accounts are active. */
export const listActiveSuperadmins = (db: Db) =>
  unscopedTable(db, 'person', 'super admins are notified')
    .select()
    .select('id')
    .where('user_type', '=', userTypes.superadmin)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
