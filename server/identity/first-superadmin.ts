import { createHash, randomBytes } from 'node:crypto';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { addPerson } from './people.ts';

const identifier = 'first-superadmin';
export const hashClaimKey = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Creates the first superadmin at a production start, which has no demo accounts: from SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD, otherwise by a link
 * that is printed once and valid for one use within a day. Returns the link if one was created.
 */
export async function createFirstSuperadmin(services: RunningServices): Promise<string | null> {
  const { db } = services.database;
  const { env } = services;
  const have = await unscopedTable(db, 'person', 'no account exists at the first start')
    .select()
    .select('id')
    .where('user_type', '=', userTypes.superadmin)
    .limit(1)
    .executeTakeFirst();
  if (have) return null;
  if (env.SUPERADMIN_EMAIL && env.SUPERADMIN_PASSWORD) {
    await addPerson(services.auth, db, {
      name: 'Super Admin',
      email: env.SUPERADMIN_EMAIL,
      password: env.SUPERADMIN_PASSWORD,
      userType: userTypes.superadmin,
    });
    return null;
  }
  const token = randomBytes(24).toString('base64url');
  await unscopedTable(db, 'verification', 'no account exists at the first start').remove().where('identifier', '=', identifier).execute();
  await add({ db }, 'verification')
    .values({ identifier, value: hashClaimKey(token), expires_at: new Date(clock.ms() + 24 * 3_600_000) })
    .execute();
  return `${env.appUrl}/auth/setup/${token}`;
}

/** Uses the setup link once: the request that deletes its row creates the first superadmin. */
export async function claimFirstSuperadmin(
  services: RunningServices,
  db: Db,
  token: string,
  who: { name: string; email: string; password: string },
): Promise<number | null> {
  const taken = await unscopedTable(db, 'verification', 'no account exists at the first start')
    .remove()
    .where('identifier', '=', identifier)
    .where('value', '=', hashClaimKey(token))
    .where('expires_at', '>', clock.now())
    .returning('id')
    .executeTakeFirst();
  return taken ? addPerson(services.auth, db, { ...who, userType: userTypes.superadmin }) : null;
}
