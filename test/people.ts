import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import { anonymousCaller, type Ctx, type Me, type RequestOrigin } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import type { TestServices } from './db.ts';

export const testRequestOrigin: RequestOrigin = { requestId: 'test-request', ip: '127.0.0.1', agent: 'vitest' };
export const testPassword = 'A-long-password-1';
let next = 0;

export type TestPerson = { readonly me: Me; readonly email: string; readonly id: number };

/** A person of a user type, with an account of their own; staff with what their role grants. */
export async function createPerson(services: TestServices, role: Exclude<Role, 'anonymous'>, grants: readonly string[] = []): Promise<TestPerson> {
  const { db } = services.database;
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
  const id = await addPerson(services.auth, db, {
    name: `${role} ${n}`,
    email,
    password: testPassword,
    userType: userTypes[role],
    companyId: company?.id ?? null,
    staffRoleId: staffRole?.id ?? null,
    secondStepWaived: true,
    verified: kind !== null && role !== 'staff',
  });
  // Staff need a verified account holder of their company.
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
  return reloadTestPerson(services, { id, email });
}

/** A person as their next request loads them. */
export async function reloadTestPerson<S extends Pick<TestPerson, 'id' | 'email'>>(services: TestServices, who: S): Promise<S & TestPerson> {
  const me = await readMe(services.database.db, who.id);
  if (!me) throw new Error('there is no such person');
  return { ...who, me };
}

/** A context as the registry would make it; `db` is the pool, so a service that needs its transaction is run in one. */
export const createTestCtx = (services: TestServices, who: TestPerson | null): Ctx => ({
  me: who?.me ?? anonymousCaller,
  db: services.database.db,
  from: testRequestOrigin,
  note: { audited: 0 },
});

/** One request: the companies a person works for are loaded again, as a request of theirs does. */
export async function runAsPerson<T>(services: TestServices, who: TestPerson | null, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const now = who && (await readMe(services.database.db, who.id));
  const me = who && now ? { ...who.me, region: now.region, county: now.county, limits: now.limits } : anonymousCaller;
  return services.database.db.transaction().execute((tx) => work({ ...createTestCtx(services, who), me, db: tx }));
}

/** Makes accounts and their roles look old, because a person with a new role cannot be the second approver for money. */
export const makeAccountsEstablished = async ({ database: { db } }: TestServices, ...people: readonly TestPerson[]): Promise<void> =>
  void (await db
    .updateTable('person')
    .set({ created_at: new Date('2020-01-01T00:00:00Z'), role_since: new Date('2020-01-01T00:00:00Z') })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute());
/** The same account for every super admin that the example does not name. */
export const makeSuperadminsEstablished = async ({ database: { db } }: TestServices): Promise<void> =>
  void (await db
    .updateTable('person')
    .set({ created_at: new Date('2020-01-01T00:00:00Z'), role_since: new Date('2020-01-01T00:00:00Z') })
    .where('user_type', '=', userTypes.superadmin)
    .execute());
