import type { EventEmitter } from 'node:events';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/kernel/ctx.ts';
import { prepareByName } from './named-statements.ts';
import { runHoldingConnection, serveSecondConnectionFromReserve } from './one-connection.ts';
import type { OpenTables } from './open-tables.ts';

// Ids and cents fit a JavaScript number exactly (see contract/money). Dates remain text, because a calendar day has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** The same for arrays: 1016 is bigint[], which the driver returns as text. */
pg.types.setTypeParser(1016 as Parameters<typeof pg.types.setTypeParser>[0], (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** `reads` is the pool for anonymous visitors, with a short statement timeout. */
export type Database = { readonly pool: pg.Pool; readonly reads: pg.Pool; readonly db: Db; close(): Promise<void> };

/** Code that runs inside a transaction counts as holding a connection (see one-connection.ts). */
class OneConnection extends Kysely<OpenTables> {
  override transaction(): ReturnType<Kysely<OpenTables>['transaction']> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((tx) => runHoldingConnection('a transaction', () => work(tx)));
    return builder;
  }
}

/** `onSecond` is called when code that holds a connection requests another one. */
export function openDatabase(
  url: string,
  onError: (problem: Error) => void,
  max = 10,
  onSecond: (holder: string) => void = () => undefined,
): Database {
  const open = (statement_timeout: number, most: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      // Limits the memory of a connection for statements that are no longer used.
      maxLifetimeSeconds: 900,
      statement_timeout,
      application_name: 'makao',
    });
    // An error event without a listener ends the process. The pool listens only to idle connections. Connections in use get a permanent listener,
    // because their users get the error from the failed statement.
    pool.on('connect', (client) => {
      client.on('error', onError);
      discardWhenEnded(client);
      prepareByName(client);
    });
    return pool.on('error', onError);
  };
  const pool = open(14_000, max);
  const reserve = open(14_000, Math.ceil(max / 5));
  const reads = open(3000, max);
  serveSecondConnectionFromReserve(pool, reserve, onSecond);
  const db = new OneConnection({ dialect: new PostgresDialect({ pool }) });
  const close = async () => void (await Promise.all([db.destroy(), reserve.end(), reads.end()]));
  return { pool, reads, db, close };
}

type Inside = { connection: EventEmitter; _queryable: boolean };
/**
 * A connection that PostgreSQL ends during a statement reports the error first and closes a moment later. Until then the pool would give it to the
 * next request. The pool checks `_queryable` when a connection is returned.
 */
function discardWhenEnded(client: pg.PoolClient): void {
  const inside = client as unknown as Inside;
  inside.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
    if (severity === 'FATAL' || severity === 'PANIC') inside._queryable = false;
  });
}
