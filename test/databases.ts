import pg from 'pg';
import { inject } from 'vitest';

let made = 0;
/** The databases of the test file that is running. */
const open: string[] = [];

/** Creates a database of its own in tens of milliseconds; tests never share rows and never clean up. */
export async function createTestDatabase(template: 'bare' | 'demo' | 'staged' = 'bare'): Promise<string> {
  const name = `t${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`;
  const base = inject('cluster');
  if (template === 'demo') await demoTemplate();
  await copyDatabase(`${base}postgres`, name, template);
  open.push(name);
  return base + name;
}

/**
 * Drops the databases of a test file that has ended, after `closed`, without delaying the next file. Each database is in memory, and PostgreSQL scans
 * each once a minute. A database that is still in use stays until its kind of test has ended (cluster.ts).
 */
export function dropDatabases(closed: Promise<unknown>): void {
  const admin = `${inject('cluster')}postgres`;
  for (const name of open.splice(0)) closed.then(() => asAdmin(admin, `drop database if exists ${name}`)).catch(() => undefined);
}

const demoTemplate = (): Promise<void> =>
  ensureTemplate('demo', 'bare', async (url) => {
    const { fillDemo } = await import('#server/db/demo/fill.ts');
    await fillDemo(url, { appUrl: 'http://localhost:3000' });
  });

/** Templates take seconds to fill and most test files need none. The first file that needs a template makes it, and other files wait for it. */
export async function ensureTemplate(name: 'demo' | 'staged', from: 'bare' | 'demo', fill: (url: string) => Promise<void>): Promise<void> {
  if (from === 'demo') await demoTemplate();
  const base = inject('cluster');
  const client = new pg.Client({ connectionString: `${base}postgres` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query('drop database if exists filling with (force)');
    await copyDatabase(`${base}postgres`, 'filling', from);
    await fill(`${base}filling`);
    await client.query(`alter database filling rename to ${name}`);
  } finally {
    await client.end();
  }
}

export const copyDatabase = (admin: string, name: string, template: string): Promise<void> =>
  asAdmin(admin, `create database ${name} template ${template} strategy file_copy`);

/** Databases are in memory, so a large one is dropped when its file ends, not with the cluster. */
export async function dropDatabase(url: string): Promise<void> {
  const at = new URL(url);
  const name = at.pathname.slice(1);
  at.pathname = '/postgres';
  await asAdmin(at.href, `drop database ${name} with (force)`);
}

async function asAdmin(admin: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
