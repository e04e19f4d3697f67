import { unitCalls } from '#contract/unit/calls.ts';
import { unitImportCalls } from '#contract/unit/import-calls.ts';
import { unitTermsCalls } from '#contract/unit/terms-calls.ts';
import { fillUnits } from '#server/db/demo/unit.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { unitScopes } from './scopes.ts';
import * as service from './service.ts';
import { unitWaits } from './waits.ts';
import { unitReferences } from './with-property.ts';

export const unitRoom: ServerRoom = {
  scopes: unitScopes,
  references: unitReferences,
  calls: { unit: { ...unitCalls, ...unitImportCalls, ...unitTermsCalls } },
  routes: () => [...serve(unitCalls, service), ...serve(unitImportCalls, service), ...serve(unitTermsCalls, service)],
  demo: ({ db }) => fillUnits(db),
  waits: unitWaits,
};
