import pg from 'pg';
import { inject } from 'vitest';

let made = 0;

/** A database of one's own in tens of milliseconds; tests never share rows and never clean up. */
export async function freshDatabase(template: 'bare' | 'demo' | 'staged' = 'bare'): Promise<string> {
  const name = `t${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`;
  const base = inject('cluster');
  if (template === 'demo') await demoTemplate();
  await copy(`${base}postgres`, name, template);
  return base + name;
}

const demoTemplate = (): Promise<void> =>
  ensureTemplate('demo', 'bare', async (url) => {
    const { fillDemo } = await import('#server/db/demo/fill.ts');
    await fillDemo(url, { appUrl: 'http://localhost:3000' });
  });

/** Templates take seconds to fill and most files do without: the first that wants one makes it, others who come meanwhile wait. */
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
    await copy(`${base}postgres`, 'filling', from);
    await fill(`${base}filling`);
    await client.query(`alter database filling rename to ${name}`);
  } finally {
    await client.end();
  }
}

export const copy = (admin: string, name: string, template: string): Promise<void> =>
  asAdmin(admin, `create database ${name} template ${template} strategy file_copy`);

/** They lie in memory: a large one goes when its file has ended, and not with the cluster. */
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
