import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.gen.ts';
import { readEnv } from '#server/kernel/env.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { openServices } from '#server/services.ts';
import { createTestDatabase, dropDatabases } from './databases.ts';

/** Services with unscoped access to all tables: a test inserts and reads rows of any owner. */
export type TestServices = Omit<RunningServices, 'database'> & { readonly database: RunningServices['database'] & { readonly db: Kysely<DB> } };

const opened: TestServices[] = [];
/** Files of one worker run one after the other in one process, so each closes the services it opened. */
export const closeServices = (): void => {
  // Some tests close theirs themselves, and closing a pool twice throws.
  const closed = opened.splice(0).map(({ database }) => database.close().catch(() => undefined));
  dropDatabases(Promise.all(closed));
};
const urls = new WeakMap<TestServices, string>();
/** The database of new test services. */
export const getDatabaseUrl = (services: TestServices): string => urls.get(services) ?? '';

const hashes = new Map<string, Promise<string>>();
const verdicts = new Map<string, Promise<boolean>>();

/** scrypt is slow on purpose, and tests give a thousand people the same password, so each hash is computed once a file. */
async function rememberPasswords(services: TestServices): Promise<void> {
  const { password } = await services.auth.$context;
  const { hash, verify } = password;
  password.hash = (text) => remembered(hashes, text, () => hash(text));
  password.verify = (given) => remembered(verdicts, JSON.stringify(given), () => verify(given));
}

function remembered<T>(kept: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = kept.get(key) ?? work();
  kept.set(key, known);
  // A rejection because of a full queue is temporary, so it is not cached.
  known.catch(() => kept.delete(key));
  return known;
}

/** All services on a new database, without listening on a port. */
export async function createTestServices(template: 'bare' | 'demo' = 'bare', settings: Record<string, string> = {}): Promise<TestServices> {
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'makao-')),
    RATE_LIMIT: '1000000',
    APP_URL: 'http://localhost:3000',
    ...settings,
  });
  const url = await createTestDatabase(template);
  const services = openServices(env, url) as TestServices;
  urls.set(services, url);
  opened.push(services);
  await rememberPasswords(services);
  return services;
}
