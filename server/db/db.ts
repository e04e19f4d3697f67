import type { EventEmitter } from 'node:events';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/kernel/ctx.ts';
import type { OpenTables } from './open-tables.ts';

// Identities and cents fit a JavaScript number exactly (contract/money says why); dates stay the text they are, since a
// calendar day has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** Lists of them as well: 1016 is bigint[], which the driver gives as texts. */
pg.types.setTypeParser(1016 as Parameters<typeof pg.types.setTypeParser>[0], (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** `reads` answers strangers: whatever they ask, it ends soon. */
export type Database = { readonly pool: pg.Pool; readonly reads: pg.Pool; readonly db: Db; close(): Promise<void> };

export function openDatabase(url: string, onError: (problem: Error) => void, max = 10): Database {
  const open = (statement_timeout: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      statement_timeout,
      application_name: 'makao',
    });
    // Whatever dies without a listener takes the process down with it. The pool listens to idle connections only; those in
    // use get a listener of their own for life, since whoever uses one hears of its end from the statement that fails.
    pool.on('connect', (client) => {
      client.on('error', onError);
      discardWhenEnded(client);
    });
    return pool.on('error', onError);
  };
  const pool = open(14_000);
  const reads = open(3000);
  const db = new Kysely<OpenTables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => void (await Promise.all([db.destroy(), reads.end()]));
  return { pool, reads, db, close };
}

type Inside = { connection: EventEmitter; _queryable: boolean };
/**
 * A connection that PostgreSQL ends in the middle of a statement tells so first and closes a moment later; in between the
 * pool would hand it to the next request. The pool asks `_queryable` when it takes one back.
 */
function discardWhenEnded(client: pg.PoolClient): void {
  const inside = client as unknown as Inside;
  inside.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
    if (severity === 'FATAL' || severity === 'PANIC') inside._queryable = false;
  });
}
