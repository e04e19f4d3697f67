import { applicationCalls } from '#contract/application/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { eraseDue } from './erase.ts';
import { paperRoutes } from './papers.ts';
import { applicationHoldings, forgetApplication } from './personal-data.ts';
import { applicationScopes } from './scopes.ts';
import { applicationService } from './service.ts';

export const applicationRoom: ServerRoom = {
  scopes: applicationScopes,
  calls: { application: applicationCalls },
  routes: (house) => serve(applicationCalls, applicationService(house)),
  http: paperRoutes,
  jobs: () => [{ name: 'application.erase', everyMinutes: 60, run: eraseDue }],
  holdings: applicationHoldings,
  forget: forgetApplication,
};
