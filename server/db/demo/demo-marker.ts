import pg from 'pg';
import { StartProblem } from '#server/kernel/process/start-checks.ts';

// An arbitrary number that no other lock uses. A single process fills at a time, and the lock is released if the process is killed.
const lock = 7_201_312;
const interrupted = 'The demo data in this database is incomplete, because filling was interrupted';

/** A table of this name exists while demo data is filled in. If the table exists and no process is filling, the demo is incomplete. */
const isMarked = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ there: boolean }>("select to_regclass('public.demo_filling') is not null as there")).rows[0]?.there ?? false;

/** Runs with an exclusive lock on filling. Another process waits until this one is done or has ended. */
async function alone<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'makao-demo' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

export const isDemoIncomplete = (url: string): Promise<boolean> => alone(url, isMarked);

/** `begin` is called before the first row. If the work does not finish after that, the demo stays marked as incomplete. */
export const fillWithMarker = (url: string, work: (begin: () => Promise<void>) => Promise<boolean>): Promise<boolean> =>
  alone(url, async (client) => {
    if (await isMarked(client)) throw new StartProblem(`${interrupted}. Start again.`);
    const done = await work(async () => void (await client.query('create table demo_filling ()')));
    await client.query('drop table if exists demo_filling');
    return done;
  });

/**
 * The message before a database is emptied. Only the operator may empty a database, and a start without the demo must not serve an incomplete one.
 */
export function assertCanEmptyDatabase(isOurs: boolean, isDemo: boolean): string {
  if (!isOurs) throw new StartProblem(`${interrupted}. Empty the database of DATABASE_URL, or set another database, and start again.`);
  if (!isDemo) throw new StartProblem(`${interrupted}. Start with DEMO=on to fill it again, or with another DATA_DIR.`);
  return `${interrupted}. The database is emptied and filled again.`;
}
