import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * One connection per request. A request that holds a connection and waits for a second one can deadlock: it waits for requests that wait for it, once
 * all connections are taken. Inside a transaction, code may therefore use only its own connection. Work that must be committed even if the
 * transaction rolls back uses `runOnReserveConnection` and gets one of a few connections that are never held for long.
 */
type Held = { readonly what: string; readonly apart: boolean; readonly holds: boolean };
const held = new AsyncLocalStorage<Held>();

/** Must be used inside the transaction's `execute`: around it, the transaction's own connection would be reported as the second one. */
export const runHoldingConnection = <T>(what: string, work: () => T): T =>
  held.run({ what, apart: held.getStore()?.apart ?? false, holds: true }, work);

/** Statements in `work` are committed separately, on a reserved connection. `why` documents the reason for readers of the code. */
export const runOnReserveConnection = <T>(_why: string, work: () => T): T =>
  held.run({ what: held.getStore()?.what ?? 'apart', apart: true, holds: false }, work);

/** Makes a pool apply this rule; a request for a second connection is reported and served from the reserve. */
export function serveSecondConnectionFromReserve(pool: pg.Pool, reserve: pg.Pool, onSecond: (holder: string) => void): void {
  const own = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const reserved = reserve.connect.bind(reserve) as (...args: unknown[]) => unknown;
  const connect = (...args: unknown[]): unknown => {
    const now = held.getStore();
    if (now?.holds) onSecond(now.what);
    return now ? reserved(...args) : own(...args);
  };
  pool.connect = connect as typeof pool.connect;
}
