import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import { type Ctx, type Me, meOf, nobody, type Origin } from '#server/kernel/ctx.ts';
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
  });
  const me = meOf({
    id,
    sessionId: 0,
    role,
    userType: userTypes[role],
    companyId: company?.id ?? null,
    companyKind: kind,
    onboarding: false,
    staffGrants: role === 'staff' ? grants : null,
  });
  return { me, email, id };
}

/** A context as the registry would make it; `db` is the pool, so a service that needs its transaction is run in one. */
export const ctxOf = (house: House, who: Somebody | null): Ctx => ({
  me: who?.me ?? nobody,
  db: house.database.db,
  from: here,
  note: { audited: 0 },
});

export const inTransaction = <T>(house: House, who: Somebody | null, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  house.database.db.transaction().execute((tx) => work({ ...ctxOf(house, who), db: tx }));
