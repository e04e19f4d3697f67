import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type KnownStatements, PreparedStatement, type StatementCallback, type StatementResult } from './prepared-statement.ts';

/**
 * Frequent statements are prepared by name, once per connection. PostgreSQL then neither parses nor, in most cases, plans them again, which is two
 * thirds of the cost of a small read. A statement is named after its third use, with at most 500 texts.
 *
 * After five runs PostgreSQL may use one plan for all values. plans.db.test.ts compares it with a plan for the actual values for the statements of
 * the hot lists. A text that would read many times the blocks contains `customPlanMark` and is never named.
 */
export const customPlanMark = '/* plan:custom */';

const most = 500;
const often = 3;
const seen = new Map<string, number>();
const names = new Map<string, string>();
/** After a change of a table, statements whose plan no longer fits are prepared under another name. */
let generation = 0;

export function getStatementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (text.includes(customPlanMark)) return undefined;
  const times = (seen.get(text) ?? 0) + 1;
  if (seen.size >= 4 * most) seen.clear();
  seen.set(text, times);
  if (times < often) return undefined;
  const name = createHash('sha256').update(`${generation}:${text}`).digest('base64url').slice(0, 32);
  // The oldest name is dropped. If the text is named again it gets the same name, under which some connections still have it prepared.
  const [oldest] = names.keys();
  if (names.size >= most && oldest !== undefined) names.delete(oldest);
  names.set(text, name);
  return name;
}

/** The texts that are named at present. */
export const listNamedStatementTexts = (): string[] => [...names.keys()];

const isStale = (problem: Error): boolean => 'code' in problem && problem.code === '0A000';

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/** Makes a connection prepare by name what its callers send as text with values. */
export function prepareByName(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const known: KnownStatements = new Map();
  const run = (name: string, text: string, values: unknown[], done: StatementCallback): unknown =>
    query(
      new PreparedStatement(known, name, text, values, (problem, answer) => {
        if (!problem || !isStale(problem)) return done(problem, answer);
        generation += 1;
        names.delete(text);
        // Outside a transaction the statement runs again. Inside, the transaction has ended and its owner must start it again.
        query(text, values, (again: Error | null, second: StatementResult) => (again ? done(problem) : done(null, second)));
      }),
    );
  const promised = (name: string, text: string, values: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => run(name, text, values, (problem, answer) => (problem ? reject(problem) : resolve(answer)))).catch((problem) => {
      // The stack trace is that of the caller, not of the driver's callback.
      Error.captureStackTrace(problem);
      throw problem;
    });
  const ask: Query = (text, values, done) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(text, values, done);
    const name = getStatementName(text);
    if (!name) return query(text, values, done);
    return typeof done === 'function' ? run(name, text, values, done as StatementCallback) : promised(name, text, values);
  };
  client.query = ask as typeof client.query;
}
