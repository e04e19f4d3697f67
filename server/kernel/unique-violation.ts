/** Whether the error is a unique violation of PostgreSQL. */
export const isUniqueViolation = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';

/** A concurrent request wrote the same value. The database accepted one of the two, and the other gets this refusal. */
export const onUniqueViolation = async <T>(work: Promise<T>, refusal: () => Error): Promise<T> => {
  try {
    return await work;
  } catch (problem) {
    throw isUniqueViolation(problem) ? refusal() : problem;
  }
};
