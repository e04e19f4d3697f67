import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { Env } from '#server/kernel/env.ts';
import { redacted } from './redact.ts';

const masked = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'];

/** What an error says may hold the address it was met at. */
function errorOf(problem: Error) {
  const said = pino.stdSerializers.err(problem);
  return { ...said, message: redacted(said.message), stack: redacted(said.stack) };
}

/** Lines leave together, a write for each would cost a tenth of what the answer does: at 4 KB, five times a second, and before the process ends. */
const gathered = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
/** A warning may be the last thing a process says: it does not wait. */
const urgent = 40;

export function makeLog(env: Env, to?: DestinationStream) {
  const own = to ? null : gathered();
  const options: LoggerOptions = {
    level: env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : env.NODE_ENV === 'production' ? 'info' : 'debug'),
    base: { role: env.ROLE },
    redact: masked,
    serializers: { err: errorOf },
    hooks: {
      logMethod(args, method, level) {
        method.apply(this, args);
        if (level >= urgent) own?.flush();
      },
    },
  };
  return pino(options, to ?? own ?? undefined);
}
