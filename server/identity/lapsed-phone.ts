import { isPhoneProofExpired, phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Db, RequestOrigin } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { removeReassignedPhone } from '#server/people/service.ts';
import { notifyCredentialChange } from './credential-change.ts';
import { makeSignInContext } from './sign-in-session.ts';

/** The person with this verified number. */
export const findPersonByVerifiedPhone = (db: Db, phone: string) =>
  unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
    .select()
    .select(['id', 'code', 'user_type', 'company_id', 'is_active', 'locale', 'email', 'email_verified', 'phone_proved_at'])
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
/** Whether an account with an email has this number unverified. The holder of the number may be the person of that account. */
export const isUnverifiedPhoneInUse = async (db: Db, phone: string): Promise<boolean> =>
  (await unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
    .select()
    .select('id')
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is', null)
    .where('email_verified', '=', true)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .executeTakeFirst()) !== undefined;
export type PhoneOwner = NonNullable<Awaited<ReturnType<typeof findPersonByVerifiedPhone>>>;

export const hasLapsedPhone = (known: PhoneOwner | undefined): boolean =>
  known !== undefined && isPhoneProofExpired(known.phone_proved_at, clock.ms());

/** Whether a lapsed number may be moved from its account to a person who verified it: the account has another sign-in method or is no longer used. */
export async function isPhoneReleasable(db: Db, known: PhoneOwner): Promise<boolean> {
  if (known.email !== null && known.email_verified) return true;
  const since = new Date(clock.ms() - phoneProofValidityDays * 86_400_000);
  const came = await unscopedTable(db, 'person_session', 'the caller is not signed in before sign-in completes')
    .select()
    .select('id')
    .where('person_id', '=', known.id)
    .where('seen_at', '>', since)
    .executeTakeFirst();
  return came === undefined;
}

/** Removes the number from the account. Its person is notified by email if they have one, never by the number. */
export async function releaseLapsedPhone(tx: Db, known: PhoneOwner, from: RequestOrigin): Promise<void> {
  await removeReassignedPhone(tx, known.id);
  const { phone_proved_at } = known;
  const changes = { before: { phone_proved_at }, after: { phone_proved_at: null } };
  const record = { document: 'account', id: known.id, code: known.code } as const;
  await audit(tx, makeSignInContext(undefined, from), { kind: 'edit', ...record, ...changes, reason: 'the number went to somebody else' });
  await notifyCredentialChange(tx, known.id, 'phone_given_up');
}
