import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { OwnedTable } from '#server/db/open-tables.ts';
import type { DB } from '#server/db/types.gen.ts';
import { type Db, type Me, Refusal } from './ctx.ts';
import { sentence } from './locale.ts';

import { getTableName, mayChange, type ScopeName, type TableOfScope, visibleTo } from './scope.ts';
import type { ScopeChecked, ScopeCheckedChange } from './scope-proof.ts';

/**
 * Every query of an owned table starts with a caller in this file. The type of `ctx.db` does not contain these tables, so a forgotten scope does not
 * compile.
 */
export type ScopedCaller = { readonly db: Db; readonly me: Me };
type Aliased<A extends string, N extends ScopeName> = DB & Record<A, DB[TableOfScope<N>]>;

/** The whole database, for code that fills or deletes it as a whole: demo data and tests. Code that answers requests must not use it. */
export type UnscopedDb = Kysely<DB>;
export const unscopedDb = (db: Db): UnscopedDb & Db => db as unknown as UnscopedDb & Db;

// The builders below are the same at run time for every table; their signatures state the type of the table.
const named = (name: string, alias?: string) => (alias ? `${getTableName(name)} as ${alias}` : getTableName(name)) as 'policy';
const select = (db: Db, name: string, alias?: string) => unscopedDb(db).selectFrom(named(name, alias));
const update = (db: Db, name: string, alias?: string) => unscopedDb(db).updateTable(named(name, alias));
const insert = (db: Db, table: string) => unscopedDb(db).insertInto(table as 'policy');
const erase = (db: Db, name: string) => unscopedDb(db).deleteFrom(getTableName(name) as 'policy');

/** Queries the rows of a table that the caller sees. Joined tables are only for the names of parents. */
export function from<N extends ScopeName>(ctx: ScopedCaller, name: N): SelectQueryBuilder<DB, TableOfScope<N>, ScopeChecked<TableOfScope<N>>>;
export function from<N extends ScopeName, A extends string>(
  ctx: ScopedCaller,
  name: N,
  alias: A,
): SelectQueryBuilder<Aliased<A, N>, A, ScopeChecked<TableOfScope<N>>>;
export function from(ctx: ScopedCaller, name: ScopeName, alias?: string): unknown {
  return select(ctx.db, name, alias).where(visibleTo(name, ctx.me, alias));
}

/** Changes rows that the caller sees and, if a permission is named, may change with it. For one row, end with `$call(oneRow)`. */
export function change<N extends ScopeName>(
  ctx: ScopedCaller,
  name: N,
  permission?: Permission,
): UpdateQueryBuilder<DB, TableOfScope<N>, TableOfScope<N>, ScopeCheckedChange<TableOfScope<N>>>;
export function change(ctx: ScopedCaller, name: ScopeName, permission?: Permission): unknown {
  const query = update(ctx.db, name).where(visibleTo(name, ctx.me));
  return permission ? query.where(mayChange(name, ctx.me, permission)) : query;
}

/** Deletes rows that the caller sees. */
export function remove<N extends ScopeName>(ctx: ScopedCaller, name: N): DeleteQueryBuilder<DB, TableOfScope<N>, DeleteResult>;
export function remove(ctx: ScopedCaller, name: ScopeName): unknown {
  return erase(ctx.db, name).where(visibleTo(name, ctx.me));
}

/** Inserts a row. The service checks whether the caller may add it, because a scope can only be applied to existing rows. */
export const add = <T extends OwnedTable>(ctx: Pick<ScopedCaller, 'db'>, table: T): InsertQueryBuilder<DB, T, InsertResult> =>
  insert(ctx.db, table) as unknown as InsertQueryBuilder<DB, T, InsertResult>;

type OneRow = { executeTakeFirst(): Promise<{ readonly numUpdatedRows?: bigint; readonly numDeletedRows?: bigint } | undefined> };
/** Ends a change of one row (`.$call(oneRow)`): throws "not found" if no row is in scope, where `execute()` would succeed without an effect. */
export async function oneRow(query: OneRow): Promise<void> {
  const done = await query.executeTakeFirst();
  if ((done?.numUpdatedRows ?? done?.numDeletedRows) !== 1n) throw new Refusal('notFound', sentence('itemNotFound'));
}

type UnscopedTable<T extends OwnedTable> = {
  select(): SelectQueryBuilder<DB, T, object>;
  select<A extends string>(alias: A): SelectQueryBuilder<DB & Record<A, DB[T]>, A, object>;
  change(): UpdateQueryBuilder<DB, T, T, UpdateResult>;
  change<A extends string>(alias: A): UpdateQueryBuilder<DB & Record<A, DB[T]>, A, A, UpdateResult>;
  remove(): DeleteQueryBuilder<DB, T, DeleteResult>;
};
/** All rows, regardless of the caller. `why` justifies this; `npm test -- unit scopes` prints the list. */
export const unscopedTable = <T extends OwnedTable>(db: Db, table: T, why: string): UnscopedTable<T> => {
  if (why === '') throw new Error(`unscoped access to ${table} needs a reason`);
  return {
    select: ((alias?: string) => select(db, table, alias)) as unknown as UnscopedTable<T>['select'],
    change: ((alias?: string) => update(db, table, alias)) as unknown as UnscopedTable<T>['change'],
    remove: () => erase(db, table) as unknown as DeleteQueryBuilder<DB, T, DeleteResult>,
  };
};
