type Batches = {
  /** Processes up to `most` rows in a transaction of its own. Returns whether rows remain. */
  readonly step: (most: number) => Promise<boolean>;
  readonly size: number;
  /** Runs after each batch if rows remain. */
  readonly between?: () => Promise<void>;
  /** Called when a whole batch fails. Its rows are then processed one by one to find the failing row. */
  readonly onFailure: (problem: unknown) => void;
};
/** Processes a long sheet batch by batch. Throws the error of the single row that failed. */
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
