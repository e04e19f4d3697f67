import pg from 'pg';
import { StartProblem } from '#server/kernel/process/start-checks.ts';

// Any number nobody else uses: one fills at a time, and whoever is killed lets go of it.
const lock = 7_201_312;
const interrupted = 'The demo data of this database was interrupted while it was being filled in, and is not whole';

/** While the demo is filled in there is a table of this name: whoever finds it, and nobody at work, finds a demo that is not whole. */
const isMarked = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ there: boolean }>("select to_regclass('public.demo_filling') is not null as there")).rows[0]?.there ?? false;

/** With the database to oneself, as far as filling goes: who comes meanwhile waits until that is done, or until whoever did it is gone. */
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

export const isHalfFilled = (url: string): Promise<boolean> => alone(url, isMarked);

/** `begin` is called before the first row; what then does not come to its end stays marked. */
export const filling = (url: string, work: (begin: () => Promise<void>) => Promise<boolean>): Promise<boolean> =>
  alone(url, async (client) => {
    if (await isMarked(client)) throw new StartProblem(`${interrupted}; start again.`);
    const done = await work(async () => void (await client.query('create table demo_filling ()')));
    await client.query('drop table if exists demo_filling');
    return done;
  });

/** What is said before one is emptied. An operator's database is theirs to empty, and a start without the demo serves no half of one. */
export function insistOurs(isOurs: boolean, isDemo: boolean): string {
  if (!isOurs) throw new StartProblem(`${interrupted}; empty the database of DATABASE_URL, or name another, and start again.`);
  if (!isDemo) throw new StartProblem(`${interrupted}; start with DEMO=on to fill it in anew, or with another DATA_DIR.`);
  return `${interrupted}: it is emptied and filled in anew.`;
}
