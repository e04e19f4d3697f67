/** Whether the error is a unique violation of PostgreSQL. */
export const isUniqueViolation = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';

/** Turns a unique violation into a refusal: of two concurrent requests that write the same value, the second one gets it. */
export const refuseOnUniqueViolation = async <T>(work: Promise<T>, refusal: () => Error): Promise<T> => {
  try {
    return await work;
  } catch (problem) {
    throw isUniqueViolation(problem) ? refusal() : problem;
  }
};
