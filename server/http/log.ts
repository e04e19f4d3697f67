import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { Env } from '#server/kernel/env.ts';
import { redactText } from './redact.ts';

const masked = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'];

/** An error message may contain the address of the request, so it is redacted. */
function errorOf(problem: Error) {
  const said = pino.stdSerializers.err(problem);
  return { ...said, message: redactText(said.message), stack: redactText(said.stack) };
}

/**
 * Lines are written in batches (at 4 KB, five times a second, and before the process ends), because a write for each line would cost a tenth of the
 * time of an answer.
 */
const gathered = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
/** Lines from the level of a warning on are written at once, because the process may end after them. */
const urgent = 40;

export function makeLogger(env: Env, to?: DestinationStream) {
  const level = env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : env.NODE_ENV === 'production' ? 'info' : 'debug');
  // A silent log has no destination, because a destination would write five times a second even without lines.
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
