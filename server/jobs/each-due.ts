import type { Db } from '#server/kernel/ctx.ts';

/**
 * What time has made due, each in a transaction of its own, where whoever works on it reads it again under its lock: safe twice, on several nodes,
 * after a week. One that fails keeps only itself waiting: the rest is done first, then the job says which failed and how, and runs again.
 */
export async function eachDue<Row extends { readonly id: number }>(
  db: Db,
  due: readonly Row[],
  work: (tx: Db, row: Row) => Promise<unknown>,
): Promise<number> {
  const failed: Error[] = [];
  for (const row of due)
    await db
      .transaction()
      .execute((tx) => work(tx, row))
      .catch((problem: unknown) =>
        failed.push(new Error(`record ${row.id}: ${problem instanceof Error ? problem.message : String(problem)}`, { cause: problem })),
      );
  if (failed.length > 0)
    throw new AggregateError(
      failed,
      `${failed.length} of ${due.length} failed: ${failed
        .slice(0, 3)
        .map(({ message }) => message)
        .join('; ')}`,
    );
  return due.length;
}

/** Several such works of one job: one that fails keeps none of the others from being done; the job says what failed afterwards. */
export async function oneByOne(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = [];
  for (const work of works) await work().catch((problem: unknown) => failed.push(problem));
  if (failed.length > 0) throw new AggregateError(failed, failed.map((one) => (one instanceof Error ? one.message : String(one))).join('; '));
}

/** What somebody who died left behind, each by its own work with its own transactions: one that fails keeps none of those behind it. */
export async function eachLeft<Row>(left: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<number> {
  await oneByOne(left.map((row) => () => work(row)));
  return left.length;
}
