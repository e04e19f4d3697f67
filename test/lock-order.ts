import { sql } from 'kysely';
import { expect } from 'vitest';
import { apart } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from './db.ts';

type Row = readonly [table: 'company' | 'person' | 'property' | 'unit' | 'listing' | 'booking' | 'tenancy' | 'agreement' | 'tenant', id: number];

/** Begun by somebody else, and waiting for what this transaction holds. In an array, since it ends after the transaction does. */
export async function waitingFor<T>(tx: Db, work: () => Promise<T>): Promise<[Promise<T>]> {
  const done = apart('somebody else', work);
  done.catch(() => undefined);
  const waits = () => sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx);
  await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
  return [done];
}
/**
 * Somebody else has this row and `work` has to wait for it: then it may hold none of the rows that come later in the order of locks, or
 * two who come from both ends would wait for each other.
 */
export async function waitsWithout(house: House, first: Row, later: readonly Row[], work: () => Promise<unknown>): Promise<void> {
  const waiting = await house.database.db.transaction().execute(async (tx) => {
    const lock = ([table, id]: Row, how: string) =>
      sql`select 1 from ${sql.table(table)} where id = ${id} for no key update ${sql.raw(how)}`.execute(tx);
    await lock(first, '');
    const begun = await waitingFor(tx, work);
    for (const row of later) await lock(row, 'nowait');
    return begun;
  });
  await Promise.all(waiting);
}
