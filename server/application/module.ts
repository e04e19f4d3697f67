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
    ...explainMissingFeatures('An application form opens from its booking, and the booking is the pending task.', 'search', 'pending'),
    ...explainMissingFeatures('Only the company that received an application form may read it.', 'personPage', 'reviewBasis', 'unitTimeline'),
    messages: 'Module booking notifies the applicant of the outcome.',
    closing: 'The booking prevents the closing of an account, not the application form.',
  },
};
