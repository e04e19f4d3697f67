import { sql } from 'kysely';
import { actions, documents } from '#contract/access/documents.ts';
import { type CompanyKind, type Role, userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import type { House } from '#test/db.ts';
import { password } from '#test/world.ts';

export const worldRoles = (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((role) => role !== 'tenancy');
export type WorldRole = (typeof worldRoles)[number];
export type Inhabitant = { readonly id: number; readonly email: string; readonly companyId: number | null; readonly userType: number };
/** One of everybody, in one region, with companies of their own; `mark` is in every name and address of theirs. */
export type World = {
  readonly mark: string;
  readonly region: string;
  readonly people: Readonly<Record<string, Inhabitant>>;
  readonly companies: readonly number[];
};

/** Moves every identity on, so that ids from here on belong to nobody made before. Answers the first id. */
export async function moveIdsTo(house: House, first: number): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(
    house.database.db,
  );
  for (const { name, column } of rows)
    await sql`alter table ${sql.ref(name)} alter column ${sql.ref(column)} restart with ${sql.lit(first)}`.execute(house.database.db);
}

export async function makeWorld(house: House, mark: string, region: string): Promise<World> {
  const { db } = house.database;
  const companies = new Map<CompanyKind, number>();
  for (const kind of ['owner', 'agent', 'dealer'] as const) {
    const row = await db
      .insertInto('company')
      .values({ kind, name: `${mark} ${kind} Ltd`, region, email: `${mark}-${kind}-office@makao.test`, address: `${mark} street` })
      .returning('id')
      .executeTakeFirstOrThrow();
    companies.set(kind, row.id);
  }
  // Staff with every right there is: what they cannot reach is kept from them by scope alone.
  const grants = documents.flatMap((document) => actions.map((action) => `${document}.${action}`));
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: companies.get('owner') ?? 0, name: `${mark} role`, grants })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people: Record<string, Inhabitant> = {};
  for (const type of worldRoles) {
    const companyId = companies.get((type === 'staff' ? 'owner' : type) as CompanyKind) ?? null;
    const email = `${mark}-${type}@makao.test`;
    const id = await addPerson(house.auth, db, {
      name: `${mark} ${type}`,
      email,
      password,
      userType: userTypes[type],
      companyId,
      staffRoleId: type === 'staff' ? role.id : null,
      verified: true,
      secondStepWaived: true,
    });
    await db.updateTable('person').set({ region }).where('id', '=', id).execute();
    people[type] = { id, email, companyId, userType: userTypes[type] };
  }
  return { mark, region, people, companies: [...companies.values()] };
}
