import type { Db } from './ctx.ts';

/** What does not hold: what it is about, what should stand there and what stands there, in cents. */
export type Difference = { readonly what: string; readonly expected: number; readonly found: number };
/**
 * Something that must always hold between the books and a room's own records. `since`: only what was booked after that journal, where a proof can
 * tell; null asks for everything.
 */
export type Proof = {
  readonly name: string;
  readonly differences: (db: Db, since: number | null) => Promise<readonly Difference[]>;
  /** What was found when it was last compared, read and not reckoned: it stops payouts the moment it is known and frees them the moment it is mended. */
  readonly standing?: (db: Db) => Promise<readonly Difference[]>;
  /** By name what it says nothing of, since nobody has said what to compare with: it neither holds nor fails. */
  readonly silent?: (db: Db) => Promise<readonly string[]>;
};

const known = new Map<string, Proof>();

/** Said once for every room when a house is opened; saying the same again changes nothing. */
export function enlistProofs(proofs: readonly Proof[]): void {
  for (const proof of proofs) {
    if (known.has(proof.name) && known.get(proof.name) !== proof) throw new Error(`two rooms prove ${proof.name}`);
    known.set(proof.name, proof);
  }
}
export const knownProofs = (): readonly Proof[] => [...known.values()];
