import type pg from 'pg';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** The parameters of one statement, numbered as they are added. */
export class SqlValues {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const canceled = '57014';

/** Runs a public read. A query that would take too long is refused, so that no visitor can overload the database. */
export async function queryPublic<R extends pg.QueryResultRow>(reads: pg.Pool, text: string, values: readonly unknown[]): Promise<R[]> {
  try {
    const { rows } = await reads.query<R>(text, [...values]);
    return rows;
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === canceled) throw new Refusal('invalid', m.finding_refusal_wide());
    throw problem;
  }
}
