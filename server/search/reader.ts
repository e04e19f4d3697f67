import type pg from 'pg';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** The values of one statement, numbered as they are named. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const canceled = '57014';

/** Reads what strangers may see. A question that would take too long is refused, so that nobody can hold the database up. */
export async function read<R extends pg.QueryResultRow>(reads: pg.Pool, text: string, values: readonly unknown[]): Promise<R[]> {
  try {
    const { rows } = await reads.query<R>(text, [...values]);
    return rows;
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === canceled) throw new Refusal('invalid', m.finding_refusal_wide());
    throw problem;
  }
}
