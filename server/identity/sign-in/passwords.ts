import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { voidIdentityLinks } from '../links.ts';
import { endSessions } from '../session.ts';
import type { Auth } from './auth.ts';
import { assertUncommonPassword } from './common-passwords.ts';

/** The hash of a new password for storage. Hashing is slow, so it is done outside transactions. */
export type PasswordHash = string & { readonly __hashed: true };
export async function hashPassword(auth: Auth, password: string): Promise<PasswordHash> {
  assertUncommonPassword(password);
  const { password: library } = await auth.$context;
  return (await library.hash(password)) as PasswordHash;
}

/** Sets a new password, ends every session, invalidates open reset links and notifies the person. */
export async function replacePassword(tx: Db, personId: number, hash: PasswordHash): Promise<void> {
  await add({ db: tx }, 'person_credential')
    .values({ person_id: personId, account_id: String(personId), provider_id: 'credential', password: hash })
    .onConflict((oc) => oc.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: clock.now() }))
    .execute();
  await endSessions(tx, personId);
  await voidIdentityLinks(tx, personId, ['reset_password', 'passwordless']);
  await notifyPerson(
    { db: tx },
    { event: 'security.password_changed', to: { personId }, params: {}, key: `password_changed:${personId}:${clock.ms()}` },
  );
}

export async function isPasswordCorrect(db: Db, auth: Auth, personId: number, given: string): Promise<boolean> {
  const row = await unscopedTable(db, 'person_credential', 'sign-in: the account whose password this is')
    .select()
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  const { password: library } = await auth.$context;
  return row?.password ? library.verify({ hash: row.password, password: given }) : false;
}
