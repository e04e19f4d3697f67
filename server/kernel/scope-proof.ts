import type { OwnedTable } from '#server/db/open-tables.ts';

/** Marks a row, for the compiler only, as loaded through its scope. See scoped-row.ts. */
declare const proof: unique symbol;
export type ScopeChecked<T extends OwnedTable> = { readonly [proof]: T };
/** The result of a change: with `returning`, rows with the scope of the query; otherwise the number of changed rows. */
export type ScopeCheckedChange<T extends OwnedTable> = ScopeChecked<T> & { readonly numUpdatedRows?: bigint };
export type WithoutScopeProof<O> = Omit<O, typeof proof>;
