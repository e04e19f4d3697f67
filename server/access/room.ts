import { accessCalls } from '#contract/access/all-calls.ts';
import { fillAccess } from '#server/db/demo/access.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { agencyShut, mandateJobs } from './mandate-over.ts';
import { accessScopes } from './scopes.ts';
import * as service from './service.ts';
import { accessTexts } from './texts.ts';

export const accessRoom: ServerRoom = {
  scopes: accessScopes,
  calls: { access: accessCalls },
  routes: () => serve(accessCalls, service),
  jobs: () => [{ name: 'staff.end', everyMinutes: 60, run: service.endContracts }, ...mandateJobs],
  lockOut: agencyShut,
  demo: ({ db }, auth) => fillAccess(db, auth),
  texts: accessTexts,
};
