import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * One connection a request. Whoever holds one and waits for a second waits for somebody who waits for him, as soon as as many
 * do so as there are connections. So inside a transaction only its own connection may be used; what has to be committed
 * whatever becomes of the transaction says `apart` and gets one of a few that nobody holds for long.
 */
type Held = { readonly what: string; readonly apart: boolean; readonly holds: boolean };
const held = new AsyncLocalStorage<Held>();

/** Goes inside the transaction's own `execute`: around it, it would blame the transaction for its own connection. */
export const holdingOne = <T>(what: string, work: () => T): T => held.run({ what, apart: held.getStore()?.apart ?? false, holds: true }, work);

/** Statements in `work` are committed by themselves, on a reserved connection; `why` is for the reader. */
export const apart = <T>(_why: string, work: () => T): T => held.run({ what: held.getStore()?.what ?? 'apart', apart: true, holds: false }, work);

/** Makes a pool hand out connections by that rule; a second one is told of, and comes from the reserve. */
export function oneEach(pool: pg.Pool, reserve: pg.Pool, onSecond: (holder: string) => void): void {
  const own = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const reserved = reserve.connect.bind(reserve) as (...args: unknown[]) => unknown;
  const connect = (...args: unknown[]): unknown => {
    const now = held.getStore();
    if (now?.holds) onSecond(now.what);
    return now ? reserved(...args) : own(...args);
  };
  pool.connect = connect as typeof pool.connect;
}
