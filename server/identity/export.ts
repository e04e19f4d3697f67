import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const identityPersonalData: PersonalData = {
  account: (db, id) =>
    unscopedTable(db, 'person', 'a person exports their own personal data')
      .select()
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
    unscopedTable(db, 'company', 'a person exports their own personal data')
      .select()
      .innerJoin('person', 'person.company_id', 'company.id')
      .selectAll('company')
      .where('person.id', '=', id)
      .executeTakeFirst(),
  profile: (db, id) =>
    unscopedTable(db, 'person_profile', 'a person exports their own personal data')
      .select()
      .select(['kind', 'details', 'updated_at'])
      .where('person_id', '=', id)
      .executeTakeFirst(),
  sessions: (db, id) =>
    unscopedTable(db, 'person_session', 'a person exports their own personal data')
      .select()
      .select(['id', 'ip_address', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  devices: (db, id) =>
    unscopedTable(db, 'person_device', 'a person exports their own personal data')
      .select()
      .select(['agent', 'first_seen_at', 'last_seen_at'])
      .where('person_id', '=', id)
      .orderBy('first_seen_at')
      .execute(),
  ways_of_signing_in: (db, id) =>
    unscopedTable(db, 'person_credential', 'a person exports their own personal data')
      .select()
      .select(['provider_id', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  passkeys: (db, id) =>
    unscopedTable(db, 'person_passkey', 'a person exports their own personal data')
      .select()
      .select(['id', 'name', 'device_type', 'backed_up', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  consents: (db, id) =>
    unscopedTable(db, 'policy_consent', 'a person exports their own personal data')
      .select()
      .innerJoin('policy', 'policy.id', 'policy_consent.policy_id')
      .select(['policy.title', 'policy_consent.version', 'policy_consent.at', 'policy_consent.ip'])
      .where('person_id', '=', id)
      .orderBy('policy_consent.at')
      .execute(),
  changes_made: (db, id) =>
    unscopedTable(db, 'audit_log', 'a person exports their own personal data')
      .select()
      .select(['at', 'ip', 'agent', 'kind', 'document', 'record_id', 'record_code', 'diff', 'reason'])
      .where('actor_id', '=', id)
      .orderBy('id')
      .limit(50_000)
      .execute(),
};

const holdings = new Map<string, PersonalData[string]>();
export function registerPersonalData(more: PersonalData): void {
  for (const [name, hold] of Object.entries(more)) holdings.set(name, hold);
}

export async function exportPersonalData(db: Db, personId: number): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = { exported_at: clock.now().toISOString() };
  for (const [name, hold] of holdings) parts[name] = (await hold(db, personId)) ?? null;
  return parts;
}
