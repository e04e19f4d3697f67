import { sql } from 'kysely';
import { policyCalls } from '#contract/policy/calls.ts';
import { fillPolicies } from '#server/db/demo/policy.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { inForceJob, tellReaders } from './publish.ts';
import { policyScopes } from './scopes.ts';
import * as service from './service.ts';
import { policyTexts } from './texts.ts';

export const policyRoom: ServerRoom = {
  scopes: policyScopes,
  readable: ['policy', 'policy_consent'],
  calls: { policy: policyCalls },
  routes: () => serve(policyCalls, service),
  handlers: ({ database }) => ({
    'policy.changed': async () => {
      await sql`select pg_notify('pages', '')`.execute(database.db);
    },
    'policy.tell': (step) => tellReaders(database.db, step),
  }),
  jobs: () => [inForceJob],
  demo: fillPolicies,
  texts: policyTexts,
  without: {
    ...because('Policies are few and published by the platform; everybody reads them on public pages.', 'search', 'pending'),
    ...because('A policy is about the platform, not about a person or a home.', 'personPage', 'reviewBasis', 'unitTimeline', 'closing'),
    ...because('Open: consents are kept as proof and name a nameless account; they are not in the export yet.', 'export', 'erasure'),
  },
};
