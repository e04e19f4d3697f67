import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { voidLinks } from '../links.ts';
import { endSessions } from '../session.ts';
import type { Auth } from './auth.ts';
import { refuseCommon } from './common-passwords.ts';

/** What is kept of a new password. Slow: no transaction waits for it. */
export type Hashed = string & { readonly __hashed: true };
export async function hashed(auth: Auth, password: string): Promise<Hashed> {
  refuseCommon(password);
  const { password: library } = await auth.$context;
  return (await library.hash(password)) as Hashed;
}

/** Puts a new password in force: every session ends, open links to choose one are void, and the person is told. */
export async function replacePassword(tx: Db, personId: number, hash: Hashed): Promise<void> {
  await add({ db: tx }, 'person_credential')
    .values({ person_id: personId, account_id: String(personId), provider_id: 'credential', password: hash })
    .onConflict((oc) => oc.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: clock.now() }))
    .execute();
  await endSessions(tx, personId);
  await voidLinks(tx, personId, ['reset_password', 'passwordless']);
  await tell({ db: tx }, { event: 'security.password_changed', to: { personId }, params: {}, key: `password_changed:${personId}:${clock.ms()}` });
}

export async function passwordHolds(db: Db, auth: Auth, personId: number, given: string): Promise<boolean> {
  const row = await everything(db, 'person_credential', 'sign-in: the account whose password this is')
    .select()
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  const { password: library } = await auth.$context;
  return row?.password ? library.verify({ hash: row.password, password: given }) : false;
}
