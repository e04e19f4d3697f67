import { unitCalls } from '#contract/unit/calls.ts';
import { unitImportCalls } from '#contract/unit/import-calls.ts';
import { unitTermsCalls } from '#contract/unit/terms-calls.ts';
import { fillUnitHistory } from '#server/db/demo/unit.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { unitLookups } from './lookups.ts';
import { unitPendingTasks } from './pending-tasks.ts';
import { unitScopes } from './scopes.ts';
import * as service from './service.ts';
import { unitReferences } from './units-of-new-property.ts';

export const unitModule: ServerModule = {
  lookups: unitLookups,
  scopes: unitScopes,
  readable: ['import_batch', 'unit'],
  references: unitReferences,
  calls: { unit: { ...unitCalls, ...unitImportCalls, ...unitTermsCalls } },
  routes: () => [...serveCalls(unitCalls, service), ...serveCalls(unitImportCalls, service), ...serveCalls(unitTermsCalls, service)],
  demo: ({ db }) => fillUnitHistory(db),
  pendingTasks: unitPendingTasks,
  shownIn: { unitTimeline: 'server/unit/unit-detail.ts' },
  withoutFeatures: {
    ...explainMissingFeatures('A unit belongs to a company. Module tenancy stores its occupants.', 'personPage', 'reviewBasis'),
    messages: 'Modules listing, booking and tenancy notify people of changes to a unit.',
    ...explainMissingFeatures('A unit belongs to a company and is kept when a person closes an account.', 'export', 'erasure', 'closing'),
  },
};
