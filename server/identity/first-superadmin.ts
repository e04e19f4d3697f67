import { createHash, randomBytes } from 'node:crypto';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { addPerson } from './people.ts';

const identifier = 'first-superadmin';
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * A production start has no demo accounts, so somebody must be the first: from SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD,
 * else by a link printed once in the log, good for a day and for one use. Answers the link when one was made.
 */
export async function firstSuperadmin(house: House): Promise<string | null> {
  const { db } = house.database;
  const { env } = house;
  const have = await everything(db, 'person', 'the first start: there is nobody yet')
    .select()
    .select('id')
    .where('user_type', '=', userTypes.superadmin)
    .limit(1)
    .executeTakeFirst();
  if (have) return null;
  if (env.SUPERADMIN_EMAIL && env.SUPERADMIN_PASSWORD) {
    await addPerson(house.auth, db, {
      name: 'Super Admin',
      email: env.SUPERADMIN_EMAIL,
      password: env.SUPERADMIN_PASSWORD,
      userType: userTypes.superadmin,
    });
    return null;
  }
  const token = randomBytes(24).toString('base64url');
  await everything(db, 'verification', 'the first start: there is nobody yet').remove().where('identifier', '=', identifier).execute();
  await add({ db }, 'verification')
    .values({ identifier, value: hashOf(token), expires_at: new Date(clock.ms() + 24 * 3_600_000) })
    .execute();
  return `${env.appUrl}/auth/setup/${token}`;
}

/** Takes the link up, once: whoever deletes its row first is the first superadmin. */
export async function claimFirstSuperadmin(
  house: House,
  db: Db,
  token: string,
  who: { name: string; email: string; password: string },
): Promise<number | null> {
  const taken = await everything(db, 'verification', 'the first start: there is nobody yet')
    .remove()
    .where('identifier', '=', identifier)
    .where('value', '=', hashOf(token))
    .where('expires_at', '>', clock.now())
    .returning('id')
    .executeTakeFirst();
  return taken ? addPerson(house.auth, db, { ...who, userType: userTypes.superadmin }) : null;
}
