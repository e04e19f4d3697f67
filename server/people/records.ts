import { type Insertable, type Selectable, sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { invalid } from '#server/http/answer.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, type Caller, change, everything, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** What other rooms change about people and companies, in their transaction. Who may, and the trace it leaves, are theirs to see to. */
type NewPerson = Insertable<DB['person']>;
type Person = Selectable<DB['person']>;

export const addPerson = (db: Db, person: NewPerson) => add({ db }, 'person').values(person).returning('id').executeTakeFirstOrThrow();

/** Whoever has this e-mail already keeps their account; nothing is made then. */
export const addUnlessKnown = (db: Db, person: NewPerson) =>
  add({ db }, 'person')
    .values(person)
    .onConflict((oc) => oc.column('email').doNothing())
    .returning(['id', 'code', 'name', 'email', 'user_type', 'company_id', 'is_active'])
    .executeTakeFirst();

/** Somebody with a phone and no e-mail; nothing is made when the number is somebody's already. */
export const addByPhone = (db: Db, { name, phone, locale }: { name: string; phone: string; locale: 'en' | 'sw' }) =>
  add({ db }, 'person')
    .values({ name, phone, locale, phone_proved_at: clock.now(), email: null, user_type: userTypes.default, onboarding: true })
    .onConflict((oc) => oc.column('phone').where('phone_proved_at', 'is not', null).doNothing())
    .returning(['id', 'code', 'user_type', 'company_id'])
    .executeTakeFirst();

/** Whoever typed the code of the SMS has the phone. */
export const provePhone = (db: Db, id: number, phone: string) =>
  everything(db, 'person', 'a code texted to the number proves it')
    .change()
    .set({ phone, phone_proved_at: clock.now(), updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Whoever typed the code of the SMS has the phone still; false when this number is theirs no more, or was never shown to be. */
export const phoneUsed = async (db: Db, id: number, phone: string): Promise<boolean> =>
  (await everything(db, 'person', 'a code texted to the number proves it')
    .change()
    .set({ phone_proved_at: clock.now() })
    .where('id', '=', id)
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** The number went to somebody else: it opens this account no more, and what is meant for its person is not texted there. */
export const releasePhone = (db: Db, id: number) =>
  everything(db, 'person', 'a number a network gave to somebody else')
    .change()
    .set({ phone: null, phone_proved_at: null, phone_released_at: clock.now(), updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** It is somebody else's now, or nobody's: it opens nothing. */
export const dropPhone = (db: Db, id: number) =>
  everything(db, 'person', 'the caller’s own account')
    .change()
    .set({ phone: null, phone_proved_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Whoever typed the code of the mail has the mailbox. */
export const takeEmail = (db: Db, id: number, email: string) =>
  everything(db, 'person', 'a code mailed to the address proves it')
    .change()
    .set({ email, email_verified: true, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** The number somebody signs in with and nothing else is not given up for one that was only typed. */
export function keepsWayIn(person: { email: string | null; phone: string | null }, phone: string | null | undefined, field = 'phone'): void {
  if (person.email === null && phone !== undefined && phone !== person.phone) throw invalid({ [field]: m.people_problem_phone_only() });
}

export const addCompany = (db: Db, company: Insertable<DB['company']>) =>
  add({ db }, 'company').values(company).returning('id').executeTakeFirstOrThrow();

/** What somebody tells about themselves as one of their kind; said again, it takes the place of what was said before. */
export async function saveProfile(db: Db, profile: Pick<Insertable<DB['person_profile']>, 'person_id' | 'kind' | 'details' | 'revision'>) {
  const { person_id: _, ...said } = profile;
  await add({ db }, 'person_profile')
    .values(profile)
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ ...said, updated_at: clock.now() }))
    .execute();
}

/** The caller becomes what they joined as, with the company they are in from now on. */
type Place = Pick<Person, 'user_type' | 'onboarding' | 'company_id' | 'phone'> &
  Partial<Pick<Person, 'name' | 'staff_role_id' | 'email_verified' | 'region'>>;
export const takePlace = (ctx: Caller, id: number, place: Place) =>
  change(ctx, 'person')
    .set({ ...place, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Whoever opened a mail of ours has the mailbox. */
export const emailProven = (db: Db, id: number) =>
  everything(db, 'person', 'a link or one who may vouch proves it, nobody needs to be signed in')
    .change()
    .set({ email_verified: true, updated_at: clock.now() })
    .where('id', '=', id)
    .returning(['id', 'code', 'email'])
    .executeTakeFirstOrThrow();

export const cameIn = (db: Db, id: number) =>
  everything(db, 'person', 'sign-in: nobody is signed in yet').change().set({ last_sign_in_at: clock.now() }).where('id', '=', id).$call(oneRow);

export const speaks = (db: Db, id: number, locale: 'en' | 'sw') =>
  everything(db, 'person', 'the language this visitor chose for themselves')
    .change()
    .set({ locale })
    .where('id', '=', id)
    .where('locale', '!=', locale)
    .execute();

/** When the caller's own account goes; null when it stays after all. */
export const closeOn = (ctx: Caller, id: number, closing_at: Date | null) =>
  change(ctx, 'person').set({ closing_at, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);

/** Nothing of the person is left but the id and code their records refer to. */
export async function makeNameless(tx: Db, id: number): Promise<void> {
  await everything(tx, 'person_profile', 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
  await everything(tx, 'person', 'the clock forgets closed accounts')
    .change()
    .set({
      name: 'Closed account',
      email: `closed-${id}@closed.invalid`,
      email_verified: false,
      phone: null,
      phone_proved_at: null,
      image: null,
      region: null,
      is_active: false,
      closed_at: sql`coalesce(closed_at, app.now())`,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .$call(oneRow);
}

/** What a company says about one of its staff. */
type Work = Partial<Pick<Person, 'job_title' | 'starts_on' | 'ends_on' | 'is_active'>>;
const changeStaff = (ctx: Caller, id: number, changes: Work & Partial<Pick<Person, 'user_type' | 'company_id' | 'staff_role_id' | 'onboarding'>>) =>
  change(ctx, 'person:staff')
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
export const changeWork = (ctx: Caller, id: number, work: Work) => changeStaff(ctx, id, work);

/** Back to a newcomer: the account and its name stay, nothing of the company's does. */
export const leaveCompany = (ctx: Caller, id: number) =>
  changeStaff(ctx, id, {
    user_type: userTypes.default,
    company_id: null,
    staff_role_id: null,
    onboarding: true,
    job_title: '',
    starts_on: null,
    ends_on: null,
  });

export const putUnderRole = (ctx: Caller, id: number, staff_role_id: number | null, as: 'person' | 'person:staff') =>
  change(ctx, as).set({ staff_role_id, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);

/** Staff whose last day has passed, held back from now on. */
export const endDueContracts = (tx: Db) =>
  everything(tx, 'person', 'the clock ends contracts')
    .change()
    .set({ is_active: false, updated_at: clock.now() })
    .where('user_type', '=', userTypes.staff)
    .where('is_active', '=', true)
    .where(sql<boolean>`ends_on < app.today()`)
    .returning(['id', 'code', 'ends_on'])
    .execute();
