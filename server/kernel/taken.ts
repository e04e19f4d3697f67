/** Postgres says a unique index was hit. */
export const isTaken = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';

/** The same was written at the same moment by somebody else: the database let one of the two through, the other hears why. */
export const unlessTaken = async <T>(work: Promise<T>, refusal: () => Error): Promise<T> => {
  try {
    return await work;
  } catch (problem) {
    throw isTaken(problem) ? refusal() : problem;
  }
};
