import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { findTotpStep, hashRecoveryCode, unsealTotpSecret } from './totp.ts';

export const hasSecondFactor = async (db: Db, personId: number): Promise<boolean> =>
  (await unscopedTable(db, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .select()
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Checks an app code or a recovery code and uses it up in the caller's transaction. Of two concurrent uses one succeeds. */
export async function consumeSecondFactorCode(
  tx: Db,
  services: string,
  personId: number,
  given: string,
  time = clock.ms(),
): Promise<'app' | 'recovery' | null> {
  const row = await unscopedTable(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .select()
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const code = given.replace(/\s/g, '');
  const step = findTotpStep(unsealTotpSecret(services, row.secret), code, time, row.last_step);
  if (step !== null) {
    await unscopedTable(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
      .change()
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .execute();
    return 'app';
  }
  const hash = hashRecoveryCode(services, code);
  if (!row.confirmed_at || !row.recovery_hashes.includes(hash)) return null;
  await unscopedTable(tx, 'person_second_factor', 'sign-in: the account whose second factor this is')
    .change()
    .set({ recovery_hashes: row.recovery_hashes.filter((h) => h !== hash) })
    .where('person_id', '=', personId)
    .execute();
  return 'recovery';
}
