/** Postgres says a unique index was hit. */
export const isTaken = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';
