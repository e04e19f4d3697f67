import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import { type Ctx, type Me, nobody, type Origin } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import type { House } from './db.ts';

export const here: Origin = { requestId: 'test-request', ip: '127.0.0.1', agent: 'vitest' };
export const password = 'A-long-password-1';
let next = 0;

export type Somebody = { readonly me: Me; readonly email: string; readonly id: number };

/** Somebody of a type, with an account of their own; staff with what their role grants. */
export async function somebody(house: House, role: Exclude<Role, 'anonymous'>, grants: readonly string[] = []): Promise<Somebody> {
  const { db } = house.database;
  const n = ++next;
  const kind = role === 'owner' || role === 'agent' || role === 'dealer' ? role : role === 'staff' ? 'owner' : null;
  const company = kind
    ? await db
        .insertInto('company')
        .values({ kind, name: `Company ${n}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null;
  const staffRole =
    role === 'staff' && company
      ? await db
          .insertInto('staff_role')
          .values({ company_id: company.id, name: 'Role', grants: [...grants] })
          .returning('id')
          .executeTakeFirstOrThrow()
      : null;
  const email = `${role}${n}@makao.test`;
  const id = await addPerson(house.auth, db, {
    name: `${role} ${n}`,
    email,
    password,
    userType: userTypes[role],
    companyId: company?.id ?? null,
    staffRoleId: staffRole?.id ?? null,
    secondStepWaived: true,
    verified: kind !== null && role !== 'staff',
  });
  // Staff work where the platform has verified whose company it is.
  if (role === 'staff' && company)
    await db
      .insertInto('person')
      .values({
        name: `Holder ${n}`,
        email: `holder${n}@makao.test`,
        user_type: userTypes.owner,
        company_id: company.id,
        verified_status: 'verified',
        onboarding: false,
      })
      .execute();
  return asNow(house, { id, email });
}

/** Somebody as their next request would find them. */
export async function asNow<S extends Pick<Somebody, 'id' | 'email'>>(house: House, who: S): Promise<S & Somebody> {
  const me = await meNow(house.database.db, who.id);
  if (!me) throw new Error('there is no such person');
  return { ...who, me };
}

/** A context as the registry would make it; `db` is the pool, so a service that needs its transaction is run in one. */
export const ctxOf = (house: House, who: Somebody | null): Ctx => ({
  me: who?.me ?? nobody,
  db: house.database.db,
  from: here,
  note: { audited: 0 },
});

/** One request: where somebody works is found anew, as theirs would find it. */
export async function inTransaction<T>(house: House, who: Somebody | null, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const now = who && (await meNow(house.database.db, who.id));
  const me = who && now ? { ...who.me, region: now.region, county: now.county, limits: now.limits } : nobody;
  return house.database.db.transaction().execute((tx) => work({ ...ctxOf(house, who), me, db: tx }));
}

/** As if they had been there for long: who was let in today is no second person for money. */
export const longHere = async ({ database: { db } }: House, ...people: readonly Somebody[]): Promise<void> =>
  void (await db
    .updateTable('person')
    .set({ created_at: new Date('2020-01-01T00:00:00Z') })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute());
/** The same of every superadmin there is: for who signs in without being known to the example. */
export const superadminsLongHere = async ({ database: { db } }: House): Promise<void> =>
  void (await db
    .updateTable('person')
    .set({ created_at: new Date('2020-01-01T00:00:00Z') })
    .where('user_type', '=', userTypes.superadmin)
    .execute());
