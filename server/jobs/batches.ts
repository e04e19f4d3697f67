/** What went wrong, short enough to be kept with the run it stopped. */
export const problemOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem)).slice(0, 500);

/**
 * Works batch after batch, each in a transaction of its own with its cursor, until `step` says that none is left. A problem is recorded with the run,
 * and the job fails: whoever takes the run up next continues at its cursor.
 */
export async function workInBatches(step: () => Promise<boolean>, recordProblem: (text: string) => Promise<unknown>): Promise<void> {
  try {
    while (await step());
  } catch (problem) {
    await recordProblem(problemOf(problem));
    throw problem;
  }
}
