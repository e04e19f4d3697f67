import type { Db } from './ctx.ts';

/**
 * What a room has promised to send from an account of the platform's and does not know to have left, in cents. `at`: of what may have left by that
 * moment, though it is known only since.
 */
export type Promised = (db: Db, accountId: number, at: Date | null) => Promise<number>;

const known = new Set<Promised>();
/** Said once for every room when a house is opened; saying the same again changes nothing. */
export const enlistPromised = (promised: Promised): unknown => known.add(promised);

export async function promisedFrom(db: Db, accountId: number, at: Date | null = null): Promise<number> {
  let all = 0;
  for (const promised of known) all += await promised(db, accountId, at);
  return all;
}

/** What a module has promised out of credits of tenants, in cents by credit: nothing else takes it meanwhile. */
export type PromisedOfCredits = (db: Db, creditIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
const ofCredits = new Set<PromisedOfCredits>();
export const enlistPromisedOfCredits = (promised: PromisedOfCredits): unknown => ofCredits.add(promised);

export async function promisedOfCredits(db: Db, creditIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const all = new Map<number, number>();
  for (const promised of ofCredits) for (const [id, cents] of await promised(db, creditIds)) all.set(id, (all.get(id) ?? 0) + cents);
  return all;
}
