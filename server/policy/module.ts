import { sql } from 'kysely';
import { policyCalls } from '#contract/policy/calls.ts';
import { fillPolicies } from '#server/db/demo/policy.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { enforceAnnouncedPoliciesJob, notifyPolicyReaders } from './publish.ts';
import { policyScopes } from './scopes.ts';
import * as service from './service.ts';
import { policyTexts } from './texts.ts';

export const policyModule: ServerModule = {
  scopes: policyScopes,
  readable: ['policy', 'policy_consent'],
  calls: { policy: policyCalls },
  routes: () => serveCalls(policyCalls, service),
  handlers: ({ database }) => ({
    'policy.changed': async () => {
      await sql`select pg_notify('pages', '')`.execute(database.db);
    },
    'policy.tell': (step) => notifyPolicyReaders(database.db, step),
  }),
  jobs: () => [enforceAnnouncedPoliciesJob],
  demo: fillPolicies,
  texts: policyTexts,
  withoutFeatures: {
    ...explainMissingFeatures('Makao publishes only a few policies, and anyone can read them on public pages.', 'search', 'pending'),
    ...explainMissingFeatures('A policy is about Makao, not about a person or a unit.', 'personPage', 'reviewBasis', 'unitTimeline', 'closing'),
    ...explainMissingFeatures('Open: consents are kept as evidence with an anonymised account. They are not exported yet.', 'export', 'erasure'),
  },
};
