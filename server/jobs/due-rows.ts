import type { Db } from '#server/kernel/ctx.ts';

/**
 * Processes due rows, each in a transaction that reads the row again under a lock, so that a job may be repeated, run on several nodes and run late.
 * A failing row does not stop the others: they are processed first, then the job fails with the errors and is retried.
 */
export async function processDueRows<Row extends { readonly id: number }>(
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

/** Runs several tasks of one job. A failing task does not stop the others, and the job fails afterwards with all errors. */
export async function runEachTask(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = [];
  for (const work of works) await work().catch((problem: unknown) => failed.push(problem));
  if (failed.length > 0) throw new AggregateError(failed, failed.map((one) => (one instanceof Error ? one.message : String(one))).join('; '));
}

/** Processes rows left by a deleted account, each with its own transactions: a failing row does not stop the others. */
export async function processAbandonedRows<Row>(left: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<number> {
  await runEachTask(left.map((row) => () => work(row)));
  return left.length;
}
