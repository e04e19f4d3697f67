import { type FailureBody, type FailureCode, failures } from '#contract/kernel/failures.ts';
import type { FieldProblems } from '#contract/kernel/problems.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { isDiskFullError } from '#server/kernel/process/disk.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

export type FailureResponse = {
  readonly status: number;
  readonly body: FailureBody;
  readonly retryAfter?: number;
  /** Whether the server caused the error. Such an error is logged at the level of an error. */
  readonly fault: boolean;
};

/** Error codes of an unavailable PostgreSQL: connection failures, shutdown and start-up. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
]);
const awayWords =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|client was closed|not queryable|connection ended|has been discarded/i;

// LG002: an accounting month was closed between choosing a day and posting on it; the next attempt posts in the next month.
const busyCodes = new Set(['40001', '40P01', '0A000', 'LG002']);
/**
 * Whether a transaction can be run again: it conflicted with another one (serialization failure, deadlock, a month just closed), or a prepared
 * statement no longer fits its table.
 */
export const isBusyProblem = (problem: unknown): boolean =>
  problem instanceof Error && (('code' in problem && busyCodes.has(String(problem.code))) || isBusyProblem(problem.cause));

export const isDatabaseUnavailable = (problem: unknown): boolean => {
  if (!(problem instanceof Error)) return false;
  if (problem instanceof AggregateError && problem.errors.some(isDatabaseUnavailable)) return true;
  const code = 'code' in problem ? String(problem.code) : '';
  return awayCodes.has(code) || awayWords.test(problem.message) || (problem.cause !== undefined && isDatabaseUnavailable(problem.cause));
};

const refused = (failure: FailureCode, message: Sentence, extra: Readonly<Record<string, unknown>> = {}): FailureResponse => ({
  status: failures[failure].status,
  body: { error: failures[failure].error, message, ...extra },
  fault: false,
});

/** The only place where something thrown becomes an HTTP answer. */
export function toFailureResponse(problem: unknown): FailureResponse {
  if (problem instanceof Refusal) {
    const { retry_after: wait } = problem.extra;
    return { ...refused(problem.failure, problem.message, problem.extra), ...(typeof wait === 'number' ? { retryAfter: wait } : {}) };
  }
  if (isDiskFullError(problem)) return { ...refused('full', sentence('storageFull')), fault: true };
  if (isDatabaseUnavailable(problem)) return { ...refused('away', sentence('serviceUnavailable')), retryAfter: 5, fault: true };
  if (isBusyProblem(problem)) return { ...refused('away', sentence('serviceUnavailable')), retryAfter: 1, fault: true };
  const http = httpProblem(problem);
  if (http) return http;
  return { ...refused('broken', sentence('serverError')), fault: true };
}

/** Fastify's own errors (malformed JSON, too large, unknown media type, rate limit) in the format of this API. */
function httpProblem(problem: unknown): FailureResponse | null {
  if (!(problem instanceof Error) || !('statusCode' in problem) || typeof problem.statusCode !== 'number') return null;
  const status = problem.statusCode;
  if (status === 413) return refused('tooLarge', m.shell_refusal_large());
  if (status === 415) return refused('unsupported', m.shell_refusal_media_type());
  if (status === 429) return refused('tooMany', sentence('tooManyRequests'));
  if (status === 400) return refused('invalid', m.shell_refusal_unreadable({ why: problem.message }));
  const message = m.shell_refusal_unreadable({ why: problem.message });
  return status < 500 ? { status, body: { error: problem.name, message }, fault: false } : null;
}

/** The errors of bad input: every wrong field by name with a complete sentence; a missing field has the wording of the specification. */
export function invalidInputRefusal(fields: FieldProblems, failure: FailureCode = 'invalid'): Refusal {
  const said = Object.entries(fields).map(([name, why]) => (why === sentence('requiredParameter') ? `${why}: ${name}` : `${name}: ${why}`));
  // A sentence ends with a full stop, but the wording of the specification for a missing field does not. Both wordings are part of the API.
  const joined = said.map((one, at) => (at === said.length - 1 ? one : `${one}${/[.?]$/.test(one) ? ' ' : '; '}`)).join('');
  return new Refusal(failure, joined as Sentence, { fields });
}
