import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { recoveryHash, stepOf, unseal } from './totp.ts';

export const hasSecondFactor = async (db: Db, personId: number): Promise<boolean> =>
  (await everything(db, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .select()
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Checks a code of the app or a recovery code and uses it up, in the caller's transaction; of two at once one wins. */
export async function takeCode(tx: Db, house: string, personId: number, given: string, time = clock.ms()): Promise<'app' | 'recovery' | null> {
  const row = await everything(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .select()
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const code = given.replace(/\s/g, '');
  const step = stepOf(unseal(house, row.secret), code, time, row.last_step);
  if (step !== null) {
    await everything(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
      .change()
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .execute();
    return 'app';
  }
  const hash = recoveryHash(house, code);
  if (!row.confirmed_at || !row.recovery_hashes.includes(hash)) return null;
  await everything(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .change()
    .set({ recovery_hashes: row.recovery_hashes.filter((h) => h !== hash) })
    .where('person_id', '=', personId)
    .execute();
  return 'recovery';
}
