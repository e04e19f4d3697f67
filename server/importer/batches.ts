type Batches = {
  /** Does the next so many rows in a transaction of its own. Answers whether rows are left. */
  readonly step: (most: number) => Promise<boolean>;
  readonly size: number;
  /** Runs after each batch that leaves rows. */
  readonly between?: () => Promise<void>;
  /** A batch failed as a whole. Its rows are done one by one, so that the failing row is found. */
  readonly onFailure: (problem: unknown) => void;
};
/** Works through a long sheet batch by batch. Throws what stopped a single row. */
export async function runBatches({ step, size, between, onFailure }: Batches): Promise<void> {
  let single = 0;
  const next = async (): Promise<boolean> => {
    const most = single > 0 ? 1 : size;
    single = Math.max(0, single - 1);
    try {
      return await step(most);
    } catch (problem) {
      if (most === 1) throw problem;
      onFailure(problem);
      single = size;
      return next();
    }
  };
  while (await next()) await between?.();
}
