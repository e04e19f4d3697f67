import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { demoPolicies } from './policies/index.ts';
import type { Whole } from './whole.ts';

/** Kept by the admin. */
export async function fillPolicies({ db }: Whole): Promise<void> {
  const { id: keeper } = await db.selectFrom('person').select('id').where('user_type', '=', userTypes.admin).orderBy('id').executeTakeFirstOrThrow();
  for (const policy of demoPolicies) {
    const last = policy.versions.at(-1);
    const first = policy.versions[0];
    if (!last || !first) continue;
    // Written before it counts: nothing was written tomorrow.
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
