import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { openDatabase } from './db/db.ts';
import { demoAccounts, demoPassword } from './db/demo/accounts.ts';
import { countSecond } from './http/metrics.ts';
import { redacted } from './http/redact.ts';
import { makeAuth } from './identity/auth.ts';
import { makeTokens } from './identity/token.ts';
import { makeDisk } from './kernel/disk.ts';
import type { Env } from './kernel/env.ts';
import type { House } from './kernel/house.ts';
import { sealWith } from './kernel/seal.ts';
import { loadSecret } from './kernel/secrets.ts';
import { openStorage } from './media/open-storage.ts';
import { makePictureWork } from './media/picture-work.ts';
import { makePageCache } from './pages/page-cache.ts';
import { enlistRooms } from './rooms.ts';
import { watchMessages } from './settings/messages.ts';

const masked = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'];

/** What an error says may hold the address it was met at. */
function errorOf(problem: Error) {
  const said = pino.stdSerializers.err(problem);
  return { ...said, message: redacted(said.message), stack: redacted(said.stack) };
}

/** Lines leave together, a write of each costs as much as answering: at 4 KB, five times a second, and before the process ends. */
const gathered = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
/** A warning may be the last thing a process says: it does not wait. */
const urgent = 40;

export function makeLog(env: Env, to?: DestinationStream) {
  const out = to ?? gathered();
  const options: LoggerOptions = {
    level: env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : env.NODE_ENV === 'production' ? 'info' : 'debug'),
    base: { role: env.ROLE },
    redact: masked,
    serializers: { err: errorOf },
    hooks: {
      logMethod(args, method, level) {
        method.apply(this, args);
        if (level >= urgent) this.flush();
      },
    },
  };
  return pino(options, out);
}

const refuseSecond = (holder: string): never => {
  throw new Error(`${holder} holds a connection and asks for a second one: use ctx.db, or say apart()`);
};

/** Everything but the listening: what the web side, the worker and the tests share. */
export function openHouse(env: Env, databaseUrl: string, log = makeLog(env)): House {
  enlistRooms();
  const database = openDatabase(
    databaseUrl,
    (problem) => log.warn({ err: problem }, 'a database connection broke'),
    env.DATABASE_POOL,
    env.NODE_ENV === 'test' ? refuseSecond : countSecond,
  );
  const secret = loadSecret(env.dataDir, env.AUTH_SECRET);
  sealWith(secret);
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
