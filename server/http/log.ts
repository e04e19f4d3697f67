import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { Env } from '#server/kernel/env.ts';
import { redactText } from './redact.ts';

const masked = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'];

/** What an error says may hold the address it was met at. */
function errorOf(problem: Error) {
  const said = pino.stdSerializers.err(problem);
  return { ...said, message: redactText(said.message), stack: redactText(said.stack) };
}

/** Lines leave together, a write for each would cost a tenth of what the answer does: at 4 KB, five times a second, and before the process ends. */
const gathered = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
/** A warning may be the last thing a process says: it does not wait. */
const urgent = 40;

export function makeLog(env: Env, to?: DestinationStream) {
  const level = env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : env.NODE_ENV === 'production' ? 'info' : 'debug');
  // A destination writes five times a second for as long as its process lives, an empty text too: a silent log has none.
  const own = to || level === 'silent' ? null : gathered();
  const options: LoggerOptions = {
    level,
    base: { role: env.ROLE },
    redact: masked,
    serializers: { err: errorOf },
    hooks: {
      logMethod(args, method, weight) {
        method.apply(this, args);
        if (weight >= urgent) own?.flush();
      },
    },
  };
  return pino(options, to ?? own ?? undefined);
}
