import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { chainPendingEntries } from '#server/audit/chain.ts';
import { makeAuth } from '#server/identity/sign-in/auth.ts';
import { makePasswordHashQueue } from '#server/identity/sign-in/password-work.ts';
import type { Env } from '#server/kernel/env.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { setSealKey } from '#server/kernel/seal.ts';
import { loadOrCreateSecret } from '#server/kernel/secrets.ts';
import { setVaultSecret } from '#server/kernel/vault.ts';
import { makeDiskStorage } from '#server/media/disk.ts';
import type { FileStorage } from '#server/media/storage.ts';
import { modules, registerModules } from '#server/modules.ts';
import { openDatabase } from '../db.ts';
import { fillWithMarker } from './demo-marker.ts';
import { demoAccounts } from './people/accounts.ts';
import { agreeToAllPolicies } from './policy.ts';

/** Each added row would rebuild the cards of its property, so the cards are built once at the end. */
function cardless(url: string): string {
  const to = new URL(url);
  to.searchParams.set('options', '-c makao.cards=off');
  return to.href;
}

/** Where the server will look for files. A test database has no folder yet, so its files are not kept. */
const openDemoStorage = (dataDir: string | undefined): FileStorage =>
  dataDir === undefined
    ? { put: () => Promise.resolve(), get: () => Promise.resolve(null), remove: () => Promise.resolve() }
    : makeDiskStorage(join(dataDir, 'media'));

type Given = Pick<Env, 'appUrl'> & Partial<Pick<Env, 'dataDir' | 'AUTH_SECRET' | 'VAULT_KEY'>>;
/** Fills an empty database, module by module, always with the same data. A database that already has people is not changed. */
export const fillDemo = (url: string, env: Given): Promise<boolean> => fillWithMarker(url, (begin) => fill(url, env, begin));

async function fill(url: string, env: Given, begin: () => Promise<void>): Promise<boolean> {
  const opened = openDatabase(cardless(url), () => undefined, 4);
  const db = unscopedDb(opened.db);
  try {
    const someone = await db.selectFrom('person').select('id').limit(1).executeTakeFirst();
    if (someone) {
      // Two-step sign-in is waived for the accounts of an older demo database, as in a new one.
      const emails = demoAccounts.map(({ email }) => email);
      await db.updateTable('person').set({ second_step_waived: true }).where('email', 'in', emails).execute();
      return false;
    }
    await begin();
    const auth = makeAuth(opened.pool, {
      appUrl: env.appUrl,
      secret: 'only used to hash passwords, which needs no secret',
      passwords: makePasswordHashQueue(),
    });
    // The money modules fill through their services, which need registered modules and the secret with which the server will decrypt phone numbers.
    registerModules();
    const secret = env.dataDir ? loadOrCreateSecret(env.dataDir, env.AUTH_SECRET) : randomBytes(32).toString('hex');
    setSealKey(secret);
    setVaultSecret(env.VAULT_KEY ?? secret);
    const database = { pool: opened.pool, db, files: { storage: openDemoStorage(env.dataDir), secret } };
    for (const [name, { demo }] of Object.entries(modules)) {
      await demo?.(database, auth);
      // The catalogue is complete. Without statistics PostgreSQL would scan all of it for each booking.
      if (name === 'listing') await sql`analyze`.execute(database.db);
    }
    // Modules that create people run before and after the policy module.
    await agreeToAllPolicies(database);
    for (const { lastDemo } of Object.values(modules)) await lastDemo?.(database, auth);
    // Entries are chained in the order of their time, so after the last module that acts in the past.
    await chainPendingEntries(db);
    await sql`select rebuild_cards()`.execute(database.db);
    return true;
  } finally {
    await opened.close();
  }
}
