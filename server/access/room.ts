import { accessCalls } from '#contract/access/all-calls.ts';
import { fillAccess } from '#server/db/demo/people/access.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { agencyShut, mandateJobs } from './mandate-over.ts';
import { accessScopes } from './scopes.ts';
import * as service from './service.ts';
import { accessTexts } from './texts.ts';

export const accessRoom: ServerRoom = {
  scopes: accessScopes,
  readable: ['team_member'],
  calls: { access: accessCalls },
  routes: () => serve(accessCalls, service),
  jobs: () => [{ name: 'staff.end', everyMinutes: 60, run: service.endContracts }, ...mandateJobs],
  lockOut: agencyShut,
  demo: ({ db }, auth) => fillAccess(db, auth),
  texts: accessTexts,
  without: {
    ...because('Roles, teams and mandates are settings of a company with lists of their own.', 'search', 'pending'),
    personPage: 'Open: the page of a person lists mandates through the call of this module, in the browser.',
    ...because('Roles and mandates end with the account; nothing has to be settled first.', 'reviewBasis', 'unitTimeline', 'closing'),
    ...because('Open: memberships in teams are neither in the export nor erased with the account.', 'export', 'erasure'),
  },
};
