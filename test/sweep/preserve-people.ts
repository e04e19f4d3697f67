import { sql } from 'kysely';
import type { TestServices } from '#test/db.ts';

/** Saves all people and their sessions; the returned function restores both, and resets all throttles. */
export async function preservePeople(services: TestServices): Promise<() => Promise<void>> {
  const { db } = services.database;
  const kept = { person: 'kept_person', person_session: 'kept_session', person_credential: 'kept_credential' } as const;
  for (const [from, to] of Object.entries(kept)) await sql`create table ${sql.ref(to)} as table ${sql.ref(from)}`.execute(db);
  // Only changed people are restored: most calls change none, and this runs before every example. Prepared by name, because planning takes longer.
  const texts = [
    `update person p set user_type = k.user_type, onboarding = k.onboarding, is_active = k.is_active, closing_at = k.closing_at, company_id = k.company_id, verified_status = k.verified_status from kept_person k where k.id = p.id
      and (p.user_type, p.onboarding, p.is_active, p.closing_at, p.company_id, p.verified_status) is distinct from (k.user_type, k.onboarding, k.is_active, k.closing_at, k.company_id, k.verified_status)`,
    'update person_credential c set password = k.password from kept_credential k where k.id = c.id and c.password is distinct from k.password',
    'insert into person_session overriding system value select * from kept_session on conflict (id) do update set proved_at = now()',
    'delete from person_second_factor',
    'delete from throttle',
  ];
  return async () => {
    for (const [at, text] of texts.entries()) await services.database.pool.query({ name: `restore ${at}`, text });
  };
}
