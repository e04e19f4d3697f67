import pg from 'pg';

export type SqlStatement = { readonly text: string; readonly values: unknown[] };
/**
 * Statements of this process are recorded while `heard` is a list. `query` is replaced before any connection is opened, because each connection
 * copies it.
 */
const ear: { heard: SqlStatement[] | null } = { heard: null };
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, given: string | { text?: string; values?: unknown[] }, values?: unknown, ...rest: unknown[]) {
  const text = typeof given === 'string' ? given : given?.text;
  const own = typeof given === 'string' ? undefined : given?.values;
  if (typeof text === 'string') ear.heard?.push({ text, values: Array.isArray(values) ? values : (own ?? []) });
  return (query as (...all: unknown[]) => unknown).call(this, given, values, ...rest);
} as typeof query;

/** Records the statements that are sent while `work` runs. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ answer: T; statements: SqlStatement[] }> {
  const statements: SqlStatement[] = [];
  ear.heard = statements;
  try {
    return { answer: await work(), statements };
  } finally {
    ear.heard = null;
  }
}
