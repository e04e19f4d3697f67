import type { Selectable } from 'kysely';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { PolicyDetails, PolicySummary, PolicyVersion } from '#contract/policy/calls.ts';
import { policyMachine } from '#contract/policy/machine.ts';
import type { PolicyTable, PolicyVersionTable } from '#server/db/types.gen.ts';
import type { Me } from '#server/kernel/ctx.ts';

export type PolicyRow = Selectable<PolicyTable>;

export const policySummaryColumns = [
  'id',
  'slug',
  'title',
  'title_sw',
  'user_type',
  'kind',
  'status',
  'version',
  'effective_from',
  'requires_consent',
  'updated_at',
] as const;

export const toPolicySummary = (r: Pick<PolicyRow, (typeof policySummaryColumns)[number]>): PolicySummary => ({
  id: r.id,
  slug: r.slug,
  title: r.title,
  title_sw: r.title_sw,
  user_type: r.user_type,
  kind: r.kind,
  status: r.status,
  version: r.version,
  effective_from: r.effective_from,
  requires_consent: r.requires_consent,
  updated_at: r.updated_at.toISOString(),
});

type Beside = { readonly next: PolicyDetails['next']; readonly announced: PolicyDetails['announced'] };

export const toPolicyDetails = (r: PolicyRow & { updated_by_name: string | null }, { next, announced }: Beside, me: Me): PolicyDetails => ({
  ...toPolicySummary(r),
  body: r.body,
  body_sw: r.body_sw,
  created_at: r.created_at.toISOString(),
  // Only managers of policies see the author.
  updated_by: me.grants.has('policies.read') ? r.updated_by_name : null,
  revision: r.revision,
  moves: me.grants.has('policies.edit') ? listAllowedMoves(policyMachine, r.status, me.role) : [],
  next: me.grants.has('policies.read') ? next : null,
  announced,
});

export const toPolicyVersion = (r: Selectable<PolicyVersionTable> & { created_by_name: string | null }): PolicyVersion => ({
  version: r.version,
  title: r.title,
  title_sw: r.title_sw,
  body: r.body,
  body_sw: r.body_sw,
  summary: r.summary,
  summary_sw: r.summary_sw,
  effective_from: r.effective_from,
  published_at: r.published_at?.toISOString() ?? null,
  created_at: r.created_at.toISOString(),
  created_by: r.created_by_name,
});
