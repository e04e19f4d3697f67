import { type Insertable, type Selectable, sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, change, oneRow, type ScopedCaller, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** Changes to people and companies for other modules, in their transaction. Those modules check permission and write the audit log. */
type NewPerson = Insertable<DB['person']>;
type Person = Selectable<DB['person']>;

export const addPerson = (db: Db, person: NewPerson) => add({ db }, 'person').values(person).returning('id').executeTakeFirstOrThrow();

/** Creates a person with an email. Returns nothing when the email already has an account. */
export const addPersonWithNewEmail = (db: Db, person: NewPerson) =>
  add({ db }, 'person')
    .values(person)
    .onConflict((oc) => oc.column('email').doNothing())
    .returning(['id', 'code', 'name', 'email', 'user_type', 'company_id', 'is_active'])
    .executeTakeFirst();

/** Creates a person with a phone number and no email. Returns nothing when the number already has an account. */
export const addPersonByPhone = (db: Db, { name, phone, locale }: { name: string; phone: string; locale: 'en' | 'sw' }) =>
  add({ db }, 'person')
    .values({ name, phone, locale, phone_proved_at: clock.now(), email: null, user_type: userTypes.default, onboarding: true })
    .onConflict((oc) => oc.column('phone').where('phone_proved_at', 'is not', null).doNothing())
    .returning(['id', 'code', 'user_type', 'company_id'])
    .executeTakeFirst();

/** Marks the number as verified by a code sent by SMS. */
export const markPhoneVerified = (db: Db, id: number, phone: string) =>
  unscopedTable(db, 'person', 'the code in the SMS verifies the phone number')
    .change()
    .set({ phone, phone_proved_at: clock.now(), updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/**
 * Records that the number is still in use after a code was entered. Returns false when the number no longer belongs to this account or was never
 * verified.
 */
export const recordPhoneUse = async (db: Db, id: number, phone: string): Promise<boolean> =>
  (await unscopedTable(db, 'person', 'the code in the SMS verifies the phone number')
    .change()
    .set({ phone_proved_at: clock.now() })
    .where('id', '=', id)
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Removes a number that now belongs to another person, so that it opens this account no longer and receives none of its messages. */
export const removeReassignedPhone = (db: Db, id: number) =>
  unscopedTable(db, 'person', 'a phone number that the network reassigned to another person')
    .change()
    .set({ phone: null, phone_proved_at: null, phone_released_at: clock.now(), updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Removes a number the person no longer has; it can no longer be used to sign in. */
export const removePhone = (db: Db, id: number) =>
  unscopedTable(db, 'person', 'the caller’s own account')
    .change()
    .set({ phone: null, phone_proved_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Marks the address as verified by a code sent by email. */
export const setVerifiedEmail = (db: Db, id: number, email: string) =>
  unscopedTable(db, 'person', 'the code in the email verifies the address')
    .change()
    .set({ email, email_verified: true, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Rejects an unverified number in place of the only number with which the person signs in. */
export function assertSignInPhoneRetained(
  person: { email: string | null; phone: string | null },
  phone: string | null | undefined,
  field = 'phone',
): void {
  if (person.email === null && phone !== undefined && phone !== person.phone) throw invalidInputRefusal({ [field]: m.people_problem_phone_only() });
}

export const addCompany = (db: Db, company: Insertable<DB['company']>) =>
  add({ db }, 'company').values(company).returning('id').executeTakeFirstOrThrow();

/** Stores the profile of one kind; a later one replaces it. */
export async function saveAccountProfile(db: Db, profile: Pick<Insertable<DB['person_profile']>, 'person_id' | 'kind' | 'details' | 'revision'>) {
  const { person_id: _, ...said } = profile;
  await add({ db }, 'person_profile')
    .values(profile)
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ ...said, updated_at: clock.now() }))
    .execute();
}

/** Saves the role with which the caller joined, and their company. */
type Place = Pick<Person, 'user_type' | 'onboarding' | 'company_id' | 'phone'> &
  Partial<Pick<Person, 'name' | 'staff_role_id' | 'starts_on' | 'ends_on' | 'email_verified' | 'region'>>;
export const saveRegistrationDetails = (ctx: ScopedCaller, id: number, place: Place) =>
  change(ctx, 'person')
    .set({ ...place, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/** Marks the address as verified by a link, or by a person who may vouch for it. */
export const markEmailVerified = (db: Db, id: number) =>
  unscopedTable(db, 'person', 'a link or an authorised person verifies it, so that no sign-in is needed')
    .change()
    .set({ email_verified: true, updated_at: clock.now() })
    .where('id', '=', id)
    .returning(['id', 'code', 'email'])
    .executeTakeFirstOrThrow();

export const recordLastSignIn = (db: Db, id: number) =>
  unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
    .change()
    .set({ last_sign_in_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

export const setPersonLocale = (db: Db, id: number, locale: 'en' | 'sw') =>
  unscopedTable(db, 'person', 'the language that this visitor selected')
    .change()
    .set({ locale })
    .where('id', '=', id)
    .where('locale', '!=', locale)
    .execute();

/** Saves the time at which the caller's account will be closed; null cancels the closure. */
export const setAccountClosingTime = (ctx: ScopedCaller, id: number, closing_at: Date | null) =>
  change(ctx, 'person').set({ closing_at, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);

/** Erases (anonymises) a person: removes all personal data except the id and code that other records refer to. */
export async function anonymisePerson(tx: Db, id: number): Promise<void> {
  await unscopedTable(tx, 'person_profile', 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
  await unscopedTable(tx, 'person', 'scheduled job erases the data of closed accounts')
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

/** Employment data of a staff member. */
type Work = Partial<Pick<Person, 'job_title' | 'starts_on' | 'ends_on' | 'is_active'>>;
const changeStaff = (
  ctx: ScopedCaller,
  id: number,
  changes: Work & Partial<Pick<Person, 'user_type' | 'company_id' | 'staff_role_id' | 'onboarding'>>,
) =>
  change(ctx, 'person:staff')
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
export const updateStaffEmployment = (ctx: ScopedCaller, id: number, work: Work) => changeStaff(ctx, id, work);

/** Turns a staff member into a new account: the account and its name stay, without any data of the company. */
export const leaveCompany = (ctx: ScopedCaller, id: number) =>
  changeStaff(ctx, id, {
    user_type: userTypes.default,
    company_id: null,
    staff_role_id: null,
    onboarding: true,
    job_title: '',
    starts_on: null,
    ends_on: null,
  });

export const setStaffRole = (ctx: ScopedCaller, id: number, staff_role_id: number | null, as: 'person' | 'person:staff') =>
  change(ctx, as).set({ staff_role_id, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);

/** Starts the waiting period of a second approver again for everyone with a role that got permissions on money. */
export const restartRoleWaiting = (ctx: ScopedCaller, roleId: number) =>
  change(ctx, 'person').set({ role_since: sql`app.now()` }).where('staff_role_id', '=', roleId).execute();

/** Deactivates staff after their last day. */
export const endDueStaffContracts = (tx: Db) =>
  unscopedTable(tx, 'person', 'scheduled job ends employment contracts')
    .change()
    .set({ is_active: false, updated_at: clock.now() })
    .where('user_type', '=', userTypes.staff)
    .where('is_active', '=', true)
    .where(sql<boolean>`ends_on < app.today()`)
    .returning(['id', 'code', 'ends_on'])
    .execute();
