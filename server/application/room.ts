import { applicationCalls } from '#contract/application/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { eraseDue } from './erase.ts';
import { paperRoutes } from './papers.ts';
import { applicationHoldings, forgetApplication } from './personal-data.ts';
import { applicationScopes } from './scopes.ts';
import { applicationService } from './service.ts';

export const applicationRoom: ServerRoom = {
  scopes: applicationScopes,
  readable: ['application', 'application_grant', 'application_report'],
  calls: { application: applicationCalls },
  routes: (house) => serve(applicationCalls, applicationService(house)),
  http: paperRoutes,
  jobs: () => [{ name: 'application.erase', everyMinutes: 60, run: eraseDue }],
  holdings: applicationHoldings,
  forget: forgetApplication,
  without: {
    ...because('An application form is reached from the booking it was sent with, which is pending instead.', 'search', 'pending'),
    ...because('What an applicant wrote is shown only to the company they gave it to.', 'personPage', 'reviewBasis', 'unitTimeline'),
    messages: 'Booking notifies of what became of it.',
    closing: 'It keeps no account open: the booking does.',
  },
};
