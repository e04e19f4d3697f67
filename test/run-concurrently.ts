import { expect } from 'vitest';
import type { TestServices } from './db.ts';

/** `act` starts before `change` is committed, is blocked by it, and continues afterwards. */
export async function runConcurrently<T>(
  { database: { pool } }: TestServices,
  change: { readonly text: string; readonly values: unknown[] },
  act: () => Promise<T>,
): Promise<T> {
  const waiting = async () =>
    (await pool.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;
  const first = await pool.connect();
  try {
    await first.query('begin');
    await first.query(change);
    const acting = act();
    await expect.poll(waiting).toBe(1);
    await first.query('commit');
    return await acting;
  } finally {
    // Ends the transaction of a test that failed before the commit: the next test may get this connection.
    await first.query('rollback');
    first.release();
  }
}
