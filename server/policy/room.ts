import { sql } from 'kysely';
import { policyCalls } from '#contract/policy/calls.ts';
import { fillPolicies } from '#server/db/demo/policy.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { inForceJob, tellReaders } from './publish.ts';
import { policyScopes } from './scopes.ts';
import * as service from './service.ts';
import { policyTexts } from './texts.ts';

export const policyRoom: ServerRoom = {
  scopes: policyScopes,
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
};
