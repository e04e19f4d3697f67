import { phoneDays, phoneLapsed } from '#contract/identity/phone-age.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Db, Origin } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { releasePhone } from '#server/people/service.ts';
import { ctxFor } from './arrival.ts';
import { tellChange } from './credential-change.ts';

/** Whose a number is: who proved it. */
export const byPhone = (db: Db, phone: string) =>
  everything(db, 'person', 'sign-in: nobody is signed in yet')
    .select()
    .select(['id', 'code', 'user_type', 'company_id', 'is_active', 'locale', 'email', 'email_verified', 'phone_proved_at'])
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
/** Whether an account made by e-mail says that a number is its own, which nobody has shown: its person may have come without it. */
export const isElsewhere = async (db: Db, phone: string): Promise<boolean> =>
  (await everything(db, 'person', 'sign-in: nobody is signed in yet')
    .select()
    .select('id')
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is', null)
    .where('email_verified', '=', true)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .executeTakeFirst()) !== undefined;
export type Known = NonNullable<Awaited<ReturnType<typeof byPhone>>>;

export const lapsed = (known: Known | undefined): boolean => known !== undefined && phoneLapsed(known.phone_proved_at, clock.ms());

/** Whether a number that lapsed may be taken from its account by whoever shows that they have it: its person has another way in, or did not come at all. */
export async function isLeft(db: Db, known: Known): Promise<boolean> {
  if (known.email !== null && known.email_verified) return true;
  const since = new Date(clock.ms() - phoneDays * 86_400_000);
  const came = await everything(db, 'person_session', 'sign-in: nobody is signed in yet')
    .select()
    .select('id')
    .where('person_id', '=', known.id)
    .where('seen_at', '>', since)
    .executeTakeFirst();
  return came === undefined;
}

/** The account stays as it is, without the number. Its person hears of it by mail, if they have one: never by the number. */
export async function release(tx: Db, known: Known, from: Origin): Promise<void> {
  await releasePhone(tx, known.id);
  const { phone_proved_at } = known;
  const changes = { before: { phone_proved_at }, after: { phone_proved_at: null } };
  const record = { document: 'account', id: known.id, code: known.code } as const;
  await audit(tx, ctxFor(undefined, from), { kind: 'edit', ...record, ...changes, reason: 'the number went to somebody else' });
  await tellChange(tx, known.id, 'phone_given_up');
}
