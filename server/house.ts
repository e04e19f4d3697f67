import { pino } from 'pino';
import { openDatabase } from './db/db.ts';
import { demoAccounts, demoPassword } from './db/demo/accounts.ts';
import { makeAuth } from './identity/auth.ts';
import { makeTokens } from './identity/token.ts';
import { makeDisk } from './kernel/disk.ts';
import type { Env } from './kernel/env.ts';
import type { House } from './kernel/house.ts';
import { loadSecret } from './kernel/secrets.ts';
import { openStorage } from './media/open-storage.ts';
import { makePictureWork } from './media/picture-work.ts';
import { makePageCache } from './pages/page-cache.ts';
import { enlistRooms } from './rooms.ts';
import { watchMessages } from './settings/messages.ts';

const masked = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'];

export function makeLog(env: Env) {
  return pino({
    level: env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : env.NODE_ENV === 'production' ? 'info' : 'debug'),
    base: { role: env.ROLE },
    redact: masked,
  });
}

/** Everything but the listening: what the web side, the worker and the tests share. */
export function openHouse(env: Env, databaseUrl: string, log = makeLog(env)): House {
  enlistRooms();
  const database = openDatabase(databaseUrl, (problem) => log.warn({ err: problem }, 'a database connection broke'));
  const secret = loadSecret(env.dataDir, env.AUTH_SECRET);
  return {
    env,
    log,
    database,
    secret,
    auth: makeAuth(database.pool, { appUrl: env.appUrl, secret }),
    tokens: makeTokens(secret, env.appUrl),
    storage: openStorage(env),
    pictures: makePictureWork(),
    disk: makeDisk(env.dataDir),
    pages: makePageCache(),
    demo: env.DEMO === 'on' ? { password: demoPassword, accounts: demoAccounts.map(({ email, says }) => ({ email, says })) } : null,
    wordings: watchMessages(env.dataDir, log),
  };
}
