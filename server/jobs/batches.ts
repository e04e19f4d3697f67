/** The error text, shortened so that it can be stored with the stopped run. */
export const getProblemText = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem)).slice(0, 500);

/**
 * Processes batch after batch, each in its own transaction with its cursor, until `step` reports the end. An error is stored with the run and fails
 * the job, whose retry continues at the cursor.
 */
export async function runInBatches(step: () => Promise<boolean>, recordProblem: (text: string) => Promise<unknown>): Promise<void> {
  try {
    while (await step());
  } catch (problem) {
    await recordProblem(getProblemText(problem));
    throw problem;
  }
}
