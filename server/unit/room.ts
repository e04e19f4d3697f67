import { unitCalls } from '#contract/unit/calls.ts';
import { unitImportCalls } from '#contract/unit/import-calls.ts';
import { unitTermsCalls } from '#contract/unit/terms-calls.ts';
import { fillUnits } from '#server/db/demo/unit.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { unitLookups } from './lookups.ts';
import { unitScopes } from './scopes.ts';
import * as service from './service.ts';
import { unitWaits } from './waits.ts';
import { unitReferences } from './with-property.ts';

export const unitRoom: ServerRoom = {
  lookups: unitLookups,
  scopes: unitScopes,
  readable: ['import_batch', 'unit'],
  references: unitReferences,
  calls: { unit: { ...unitCalls, ...unitImportCalls, ...unitTermsCalls } },
  routes: () => [...serve(unitCalls, service), ...serve(unitImportCalls, service), ...serve(unitTermsCalls, service)],
  demo: ({ db }) => fillUnits(db),
  waits: unitWaits,
  shownIn: { unitTimeline: 'server/unit/one.ts' },
  without: {
    ...because('A unit belongs to a company; who lives there is kept by tenancy.', 'personPage', 'reviewBasis'),
    messages: 'Units have no messages of their own: listing, booking and tenancy notify.',
    ...because('A unit belongs to a company and stays when a person leaves.', 'export', 'erasure', 'closing'),
  },
};
