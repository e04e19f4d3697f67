import { sql } from 'kysely';
import type { House } from './db.ts';

/** Remembers who there is and where they are signed in; the answer puts both back, and forgets every count of attempts. */
export async function keepPeople(house: House): Promise<() => Promise<void>> {
  const { db } = house.database;
  const kept = { person: 'kept_person', person_session: 'kept_session', person_credential: 'kept_credential' } as const;
  for (const [from, to] of Object.entries(kept)) await sql`create table ${sql.ref(to)} as table ${sql.ref(from)}`.execute(db);
  return async () => {
    await sql`update person p set user_type = k.user_type, onboarding = k.onboarding, is_active = k.is_active, closing_at = k.closing_at, company_id = k.company_id, verified_status = k.verified_status from kept_person k where k.id = p.id`.execute(
      db,
    );
    await sql`update person_credential c set password = k.password from kept_credential k where k.id = c.id`.execute(db);
    await sql`insert into person_session overriding system value select * from kept_session on conflict (id) do update set proved_at = now()`.execute(
      db,
    );
    await db.deleteFrom('person_second_factor').execute();
    await db.deleteFrom('throttle').execute();
  };
}
