import type { Sentence } from '../../words/sentence.ts';
import type { Db } from './ctx.ts';

/**
 * A failed check: its subject, the expected amount and the actual amount, in cents. `account_id`: the collection account of Makao that alone is wrong.
 */
export type LedgerCheckDifference = { readonly what: string; readonly expected: number; readonly found: number; readonly account_id?: number | null };
/**
 * A ledger check: a rule that must always hold between the ledger and the records of a module. `since` limits the check to postings after that
 * journal, where possible; null checks everything.
 */
export type LedgerCheck = {
  readonly name: string;
  readonly differences: (db: Db, since: number | null) => Promise<readonly LedgerCheckDifference[]>;
  /**
   * The stored result of the last comparison, read without recalculating. It blocks payouts as soon as a difference is known and unblocks them once
   * it is corrected.
   */
  readonly standing?: (db: Db) => Promise<readonly LedgerCheckDifference[]>;
  /** The names of subjects that this check does not cover, because there is nothing to compare them with. They neither pass nor fail. */
  readonly silent?: (db: Db) => Promise<readonly string[]>;
  /** What a reader of a passed check must know, because the check alone would reassure too much. */
  readonly notes?: (db: Db) => Promise<readonly Sentence[]>;
};

const known = new Map<string, LedgerCheck>();

/** Called once for every module at start; registering the same check again changes nothing. */
export function registerLedgerChecks(proofs: readonly LedgerCheck[]): void {
  for (const proof of proofs) {
    if (known.has(proof.name) && known.get(proof.name) !== proof) throw new Error(`two modules declare the ledger check ${proof.name}`);
    known.set(proof.name, proof);
  }
}
export const listRegisteredLedgerChecks = (): readonly LedgerCheck[] => [...known.values()];
