import type { Db } from './ctx.ts';

/** A failed check: its subject, the expected amount and the actual amount, in cents. */
export type ProofDifference = { readonly what: string; readonly expected: number; readonly found: number };
/**
 * Something that must always hold between the books and a module's own records. `since`: only what was booked after that journal, where a proof can
 * tell; null asks for everything.
 */
export type LedgerProof = {
  readonly name: string;
  readonly differences: (db: Db, since: number | null) => Promise<readonly ProofDifference[]>;
  /** What was found when it was last compared, read and not reckoned: it stops payouts the moment it is known and frees them the moment it is mended. */
  readonly standing?: (db: Db) => Promise<readonly ProofDifference[]>;
  /** The names of subjects that this check does not cover, because there is nothing to compare them with. They neither pass nor fail. */
  readonly silent?: (db: Db) => Promise<readonly string[]>;
};

const known = new Map<string, LedgerProof>();

/** Registered once for every module at start; registering it again changes nothing. */
export function registerProofs(proofs: readonly LedgerProof[]): void {
  for (const proof of proofs) {
    if (known.has(proof.name) && known.get(proof.name) !== proof) throw new Error(`two modules declare the ledger check ${proof.name}`);
    known.set(proof.name, proof);
  }
}
export const knownProofs = (): readonly LedgerProof[] => [...known.values()];
