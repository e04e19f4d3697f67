import type { Sentence } from '../../words/sentence.ts';
import { type Ctx, type Db, Refusal } from './ctx.ts';

/** What a room holds about a person, by the name it has in the person's export. */
export type Holdings = Readonly<Record<string, (db: Db, personId: number) => Promise<unknown>>>;
/** What a room does about its records of somebody who is gone, in the transaction that makes them nameless. */
export type Forget = (tx: Db, personId: number) => Promise<void>;
/** What somebody who is held back or lost their place has of this room that lets them in: gone at once. */
export type LockOut = (db: Db, personId: number) => Promise<unknown>;
/** A reason why an account cannot go yet, or null. */
export type ClosingCheck = (db: Db, personId: number) => Promise<Sentence | null>;

/** The same said to whoever closes somebody else's account: it stays until that is settled. */
export const refusing =
  (...checks: readonly ClosingCheck[]) =>
  async ({ db }: Pick<Ctx, 'db'>, { personId }: { readonly personId: number }): Promise<void> => {
    for (const check of checks) {
      const reason = await check(db, personId);
      if (reason) throw new Refusal('conflict', reason);
    }
  };
