import { applicationCalls } from '#contract/application/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { eraseDueApplications } from './erase.ts';
import { applicationDocumentRoutes } from './papers.ts';
import { applicationPersonalData, eraseApplicationPersonalData } from './personal-data.ts';
import { applicationScopes } from './scopes.ts';
import { applicationService } from './service.ts';

export const applicationModule: ServerModule = {
  scopes: applicationScopes,
  readable: ['application', 'application_grant', 'application_report'],
  calls: { application: applicationCalls },
  routes: (services) => serveCalls(applicationCalls, applicationService(services)),
  http: applicationDocumentRoutes,
  jobs: () => [{ name: 'application.erase', everyMinutes: 60, run: eraseDueApplications }],
  personalData: applicationPersonalData,
  erasePersonalData: eraseApplicationPersonalData,
  withoutFeatures: {
    ...explainMissingFeatures('An application form is reached from the booking it was sent with, which is pending instead.', 'search', 'pending'),
    ...explainMissingFeatures('What an applicant wrote is shown only to the company they gave it to.', 'personPage', 'reviewBasis', 'unitTimeline'),
    messages: 'Booking notifies of what became of it.',
    closing: 'It keeps no account open: the booking does.',
  },
};
