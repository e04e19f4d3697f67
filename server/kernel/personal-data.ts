import type { Sentence } from '../../words/sentence.ts';
import { type Ctx, type Db, Refusal } from './ctx.ts';

/** The data of a module about a person, under the names that the person's data export uses. */
export type PersonalData = Readonly<Record<string, (db: Db, personId: number) => Promise<unknown>>>;
/** Anonymises the module’s records of a closed account, in the same transaction. */
export type ErasePersonalData = (tx: Db, personId: number) => Promise<void>;
/** Deletes at once the module’s records that grant access to a person who was put on hold or lost their role. */
export type LockOutHandler = (db: Db, personId: number) => Promise<unknown>;
/** A reason why an account cannot be closed yet, or null. */
export type ClosingCheck = (db: Db, personId: number) => Promise<Sentence | null>;

/** Refuses to close another person's account with the same message that this person would get, until the matter is settled. */
export const makeClosingGuard =
  (...checks: readonly ClosingCheck[]) =>
  async ({ db }: Pick<Ctx, 'db'>, { personId }: { readonly personId: number }): Promise<void> => {
    for (const check of checks) {
      const reason = await check(db, personId);
      if (reason) throw new Refusal('conflict', reason);
    }
  };
