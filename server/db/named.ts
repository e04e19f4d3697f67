import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/**
 * Statements that come again and again are prepared by name, once a connection: PostgreSQL then neither parses nor, mostly, plans
 * them anew, which is two thirds of what a small read costs it. Named is what was seen three times, and at most 500 texts.
 *
 * After five runs PostgreSQL may settle on one plan for all values. Where values differ so much that this would hurt, the text
 * says custom plan (`customPlan`) and is never named; a test compares the plans of the hot ones.
 */
export const customPlan = '/* plan:custom */';

const most = 500;
const often = 3;
const seen = new LRUCache<string, number>({ max: 4 * most });
const names = new LRUCache<string, string>({ max: most });
/** Texts whose plan fits the table no longer (a column came or went) are prepared under another name. */
let generation = 0;

export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (text.includes(customPlan)) return undefined;
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  if (times < often) return undefined;
  const name = createHash('sha256').update(`${generation}:${text}`).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** What is named now. */
export const namedTexts = (): string[] => [...names.keys()];

const isStale = (problem: unknown): boolean => problem instanceof Error && 'code' in problem && problem.code === '0A000';

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/** Makes a connection prepare by name what its callers send as text with values. */
export function prepareByName(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const named = async (name: string, text: string, values: unknown[]): Promise<unknown> => {
    try {
      return await query({ name, text, values });
    } catch (problem) {
      if (!isStale(problem)) throw problem;
      generation += 1;
      names.delete(text);
      // Outside of a transaction it simply runs again; inside, the transaction has ended, and whoever began it begins anew.
      return Promise.resolve(query(text, values)).catch(() => Promise.reject(problem));
    }
  };
  const ask: Query = (text, values, done) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || done !== undefined) return query(text, values, done);
    const name = nameOf(text);
    return name ? named(name, text, values) : query(text, values);
  };
  client.query = ask as typeof client.query;
}
