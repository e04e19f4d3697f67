import { demoAccounts, demoColleagues, demoPassword } from '#server/db/demo/people/accounts.ts';
import { makeAuth } from '#server/identity/sign-in/auth.ts';
import { makePasswordHashQueue } from '#server/identity/sign-in/password-work.ts';
import { makeDataDisk } from '#server/kernel/process/disk.ts';
import { openDatabase } from './db/db.ts';
import { makeLogger } from './http/log.ts';
import { countSecondConnection } from './http/metrics.ts';
import { makeApiTokens } from './identity/token.ts';
import type { Env } from './kernel/env.ts';
import { setSealKey } from './kernel/seal.ts';
import { loadOrCreateSecret } from './kernel/secrets.ts';
import type { RunningServices } from './kernel/services.ts';
import { setVaultSecret } from './kernel/vault.ts';
import { openStorage } from './media/open-storage.ts';
import { makePictureWork } from './media/picture-work.ts';
import { registerModules } from './modules.ts';
import { makePageCache } from './pages/page-cache.ts';
import { watchMessageOverrides } from './settings/messages.ts';

const refuseSecond = (holder: string): never => {
  throw new Error(`${holder} holds a connection and requests a second one: use ctx.db or apart()`);
};

/** Opens all services except the HTTP listener, for the web side, the worker and the tests. */
export function openServices(env: Env, databaseUrl: string, log = makeLogger(env)): RunningServices {
  registerModules();
  const database = openDatabase(
    databaseUrl,
    (problem) => log.warn({ err: problem }, 'a database connection broke'),
    env.DATABASE_POOL,
    env.NODE_ENV === 'test' ? refuseSecond : countSecondConnection,
  );
  const secret = loadOrCreateSecret(env.dataDir, env.AUTH_SECRET);
  setSealKey(secret);
  setVaultSecret(env.VAULT_KEY ?? secret);
  const passwords = makePasswordHashQueue();
  return {
    env,
    log,
    database,
    secret,
    // The auth schema is validated once for all tests (auth-schema.db.test.ts) instead of once per file.
    auth: makeAuth(database.pool, { appUrl: env.appUrl, secret, passwords, validateSchema: env.NODE_ENV !== 'test' }),
    passwords,
    tokens: makeApiTokens(secret, env.appUrl),
    storage: openStorage(env),
    pictures: makePictureWork(),
    disk: makeDataDisk(env.dataDir),
    pages: makePageCache(),
    demo:
      env.DEMO === 'on'
        ? { password: demoPassword, accounts: [...demoAccounts, ...demoColleagues].map(({ email, says }) => ({ email, says })) }
        : null,
    wordings: watchMessageOverrides(env.dataDir, log),
  };
}
