import { sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { DemoDatabase } from './demo-database.ts';
import { demoPolicies } from './policies/index.ts';

/** The admin is the author of the policies. */
export async function fillPolicies({ db }: DemoDatabase): Promise<void> {
  const { id: keeper } = await db.selectFrom('person').select('id').where('user_type', '=', userTypes.admin).orderBy('id').executeTakeFirstOrThrow();
  for (const policy of demoPolicies) {
    const last = policy.versions.at(-1);
    const first = policy.versions[0];
    if (!last || !first) continue;
    // A policy is created before it takes effect, and never in the future.
    const at = (day: string) => new Date(Math.min(clock.ms(), Date.parse(`${day}T06:30:00Z`)));
    const row = await db
      .insertInto('policy')
      .values({
        slug: policy.slug,
        user_type: policy.userType,
        kind: policy.kind,
        title: policy.title.en,
        title_sw: policy.title.sw,
        body: last.body.en,
        body_sw: last.body.sw,
        status: policy.status,
        version: policy.versions.length,
        effective_from: policy.effectiveFrom,
        requires_consent: policy.requiresConsent,
        created_by: keeper,
        updated_by: keeper,
        created_at: at(first.effectiveFrom),
        updated_at: at(last.effectiveFrom),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, version] of policy.versions.entries()) {
      await db
        .insertInto('policy_version')
        .values({
          policy_id: row.id,
          version: index + 1,
          title: policy.title.en,
          title_sw: policy.title.sw,
          body: version.body.en,
          body_sw: version.body.sw,
          summary: version.summary,
          effective_from: version.effectiveFrom,
          created_by: keeper,
          created_at: at(version.effectiveFrom),
          published_at: policy.status === 'draft' && index + 1 === policy.versions.length ? null : at(version.effectiveFrom),
        })
        .execute();
    }
  }
}

/** Every account that can sign in has accepted the policies published for it, as on joining; two thirds of the others have. */
export async function agreeToAllPolicies({ db }: DemoDatabase): Promise<void> {
  await sql`insert into policy_consent (person_id, policy_id, version, how, at)
    select person.id, policy.id, v.version, 'joining', greatest(person.created_at, v.published_at)
    from person join policy on policy.user_type = case when person.user_type = ${userTypes.tenancy} then ${userTypes.tenant} else person.user_type end
    join lateral (select max(version) as version, max(published_at) as published_at from policy_version where policy_id = policy.id and published_at is not null) v on true
    where policy.status = 'published' and policy.requires_consent and v.version is not null and not person.onboarding
      and (exists (select 1 from person_credential c where c.person_id = person.id) or person.id % 3 <> 0)`.execute(db);
}
