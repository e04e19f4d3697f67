import type { OwnedTable } from '#server/db/open-tables.ts';

/** What the compiler knows of a row that was loaded through its scope; scoped-row.ts says what it is for. */
declare const proof: unique symbol;
export type ScopeChecked<T extends OwnedTable> = { readonly [proof]: T };
/** What a change answers: with `returning`, rows that are scoped like the query; without, how many there were. */
export type ScopeCheckedChange<T extends OwnedTable> = ScopeChecked<T> & { readonly numUpdatedRows?: bigint };
export type WithoutScopeProof<O> = Omit<O, typeof proof>;
