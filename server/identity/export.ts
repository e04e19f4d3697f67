import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';

/** What a room holds about a person, for the person. A room with records of people adds its part. */
export type Holding = (db: Db, personId: number) => Promise<unknown>;

export const holdings: Record<string, Holding> = {
  account: (db, id) =>
    db
      .selectFrom('person')
      .select([
        'id',
        'code',
        'name',
        'email',
        'email_verified',
        'phone',
        'image',
        'user_type',
        'region',
        'verified_status',
        'locale',
        'is_active',
        'onboarding',
        'last_sign_in_at',
        'created_at',
        'updated_at',
        'closing_at',
      ])
      .where('id', '=', id)
      .executeTakeFirst(),
  company: (db, id) =>
    db
      .selectFrom('company')
      .innerJoin('person', 'person.company_id', 'company.id')
      .selectAll('company')
      .where('person.id', '=', id)
      .executeTakeFirst(),
  profile: (db, id) => db.selectFrom('person_profile').select(['kind', 'details', 'updated_at']).where('person_id', '=', id).executeTakeFirst(),
  sessions: (db, id) =>
    db
      .selectFrom('person_session')
      .select(['id', 'ip_address', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  devices: (db, id) =>
    db.selectFrom('person_device').select(['agent', 'first_seen_at', 'last_seen_at']).where('person_id', '=', id).orderBy('first_seen_at').execute(),
  ways_of_signing_in: (db, id) =>
    db.selectFrom('person_credential').select(['provider_id', 'created_at']).where('person_id', '=', id).orderBy('id').execute(),
  passkeys: (db, id) =>
    db
      .selectFrom('person_passkey')
      .select(['id', 'name', 'device_type', 'backed_up', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  consents: (db, id) =>
    db
      .selectFrom('policy_consent')
      .innerJoin('policy', 'policy.id', 'policy_consent.policy_id')
      .select(['policy.title', 'policy_consent.version', 'policy_consent.at', 'policy_consent.ip'])
      .where('person_id', '=', id)
      .orderBy('policy_consent.at')
      .execute(),
  changes_made: (db, id) =>
    db
      .selectFrom('audit_log')
      .select(['at', 'ip', 'agent', 'kind', 'document', 'record_id', 'record_code', 'diff', 'reason'])
      .where('actor_id', '=', id)
      .orderBy('id')
      .limit(50_000)
      .execute(),
};

export async function exportPerson(db: Db, personId: number): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = { exported_at: clock.now().toISOString() };
  for (const [name, hold] of Object.entries(holdings)) parts[name] = (await hold(db, personId)) ?? null;
  return parts;
}
