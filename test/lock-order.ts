import { sql } from 'kysely';
import { expect } from 'vitest';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { TestServices } from './db.ts';

type Table =
  | ('company' | 'person' | 'property' | 'unit' | 'listing' | 'booking' | 'tenancy' | 'agreement' | 'tenant')
  | ('invoice' | 'payment' | 'payment_credit' | 'ledger_total')
  | ('settlement_payment' | 'settlement_transaction' | 'payout_account' | 'wallet');
type Row = readonly [table: Table, id: number];
/** Ledger totals belong to one account, and have its id. */
const keyOf = (table: Table): string => (table === 'ledger_total' ? 'account_id' : 'id');

/** Started by another transaction, and blocked by this one. It is returned in an array, because the promise ends after this transaction. */
export async function startBlockedWork<T>(tx: Db, work: () => Promise<T>): Promise<[Promise<T>]> {
  const done = runOnReserveConnection('somebody else', work);
  done.catch(() => undefined);
  const waits = () => sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx);
  await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
  return [done];
}
/**
 * Another transaction locks this row, so that `work` is blocked there. `work` must not hold any row that is later in the lock order, because two
 * writers from both ends would block each other.
 */
export async function assertHoldsNoLaterLocks(
  services: TestServices,
  first: Row,
  later: readonly Row[],
  work: () => Promise<unknown>,
): Promise<void> {
  const waiting = await services.database.db.transaction().execute(async (tx) => {
    const lock = ([table, id]: Row, how: string) =>
      sql`select 1 from ${sql.table(table)} where ${sql.ref(keyOf(table))} = ${id} for no key update ${sql.raw(how)}`.execute(tx);
    await lock(first, '');
    const begun = await startBlockedWork(tx, work);
    for (const row of later) await lock(row, 'nowait');
    return begun;
  });
  await Promise.all(waiting);
}
