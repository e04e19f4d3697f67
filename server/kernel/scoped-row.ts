import { type DeleteQueryBuilder, type DeleteResult, type Selectable, type SelectQueryBuilder, sql, type UpdateQueryBuilder } from 'kysely';
import type { OwnedTable } from '#server/db/open-tables.ts';
import type { DB, ForeignKeys } from '#server/db/types.gen.ts';
import type { Db } from './ctx.ts';
import type { ScopeChecked, ScopeCheckedChange, WithoutScopeProof } from './scope-proof.ts';
import { unscopedTable } from './scoped.ts';

export type { ScopeChecked } from './scope-proof.ts';

/**
 * A query that starts from a row loaded through its scope needs no reason of its own (decision 137). Every row of `from(ctx, 'bid')` is a
 * `ScopedRow<'bid'>` once its id is selected; a plain number and a row of `unscopedTable()` are not. A function that takes a `ScopedRow` can
 * therefore not be called for a row that the caller does not see. The proof exists only for the compiler and has no effect at run time.
 */
export type ScopedRow<T extends OwnedTable> = ScopeChecked<T> & { readonly id: number };
/** All columns of a row that was loaded through its scope. */
export type RowOf<T extends OwnedTable> = Selectable<DB[T]> & ScopeChecked<T>;

/** Tables whose rows have dependent rows. Rows that name a company or a person are excluded, because they have scopes of their own. */
type Parent = Exclude<OwnedTable, 'company' | 'person'>;
type KeysOf<T extends OwnedTable> = T extends keyof ForeignKeys ? ForeignKeys[T] : never;
type Key<T extends OwnedTable> = keyof KeysOf<T> & string;
/** The columns of a table that refer to rows of another table. */
export type ForeignKeyTo<P extends OwnedTable, T extends OwnedTable> = { [C in Key<T>]: KeysOf<T>[C] extends P ? C : never }[Key<T>];

type Start<T extends OwnedTable> = {
  select(): SelectQueryBuilder<DB, T, ScopeChecked<T>>;
  change(): UpdateQueryBuilder<DB, T, T, ScopeCheckedChange<T>>;
  remove(): DeleteQueryBuilder<DB, T, DeleteResult>;
};
type Rows<T extends OwnedTable> = ScopedRow<T> | readonly ScopedRow<T>[];

function start<T extends OwnedTable>(db: Db, table: T, column: string, rows: Rows<OwnedTable>): Start<T> {
  const named = sql.ref(`${table}.${column}`);
  const condition = 'id' in rows ? sql<boolean>`${named} = ${rows.id}` : sql<boolean>`${named} = any (${rows.map((row) => row.id)}::bigint[])`;
  const all = unscopedTable(db, table, 'rows that belong to a row loaded through its scope');
  return {
    select: () => all.select().where(condition).$castTo<ScopeChecked<T>>(),
    change: () => all.change().where(condition).$castTo<ScopeCheckedChange<T>>(),
    remove: () => all.remove().where(condition),
  };
}

/** Queries the row itself, or several rows: to lock them, to read more columns, or to change them. */
export const sameRow = <T extends OwnedTable>(db: Db, table: T, rows: Rows<T>): Start<T> => start(db, table, 'id', rows);

/** Queries the rows that refer to this row, or to one of these rows, by a foreign key. */
export const childrenOf = <P extends Parent, T extends OwnedTable>(db: Db, rows: Rows<P>, table: T, column: ForeignKeyTo<P, T>): Start<T> =>
  start(db, table, column, rows);

/**
 * Queries the row that this row refers to by a foreign key. The result is not a scoped row: a person who sees a bid does not see all records of its
 * company.
 */
export const parentOf = <T extends OwnedTable, C extends Key<T>, P extends KeysOf<T>[C] & OwnedTable>(
  db: Db,
  row: ScopeChecked<T> & { readonly [K in C]: number | null },
  column: C,
  table: P,
): SelectQueryBuilder<DB, P, object> =>
  unscopedTable(db, table, 'a row named by a row loaded through its scope')
    .select()
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${row[column]}`);

/**
 * The row that an event, a job or a secret link names: no person acts, so no person's scope limits it. A handler creates it once and states who names
 * the row; its queries then start at `sameRow` and `childrenOf`.
 */
export function systemRow<T extends OwnedTable>(table: T, id: number, why: string): ScopedRow<T> {
  if (why === '') throw new Error(`a system row of ${table} needs a reason`);
  return { id } as ScopedRow<T>;
}

/** Queries rows for a handler that selects them itself: rows that are due, or rows of the record that an event names. */
export const systemRows = <T extends OwnedTable>(db: Db, table: T, why: string): SelectQueryBuilder<DB, T, ScopeChecked<T>> =>
  unscopedTable(db, table, why).select().$castTo<ScopeChecked<T>>();

/** The row that the caller has just added, because a caller who may add a row may see it. */
export const asAddedScopedRow = <T extends OwnedTable, R extends { readonly id: number }>(_table: T, row: R): R & ScopeChecked<T> =>
  row as R & ScopeChecked<T>;

/** For a query whose rows have the id of a joined table, so that they prove nothing about the table of the query. */
export const asUnproved = <D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>): SelectQueryBuilder<D, T, WithoutScopeProof<O>> =>
  query.$castTo<WithoutScopeProof<O>>();
