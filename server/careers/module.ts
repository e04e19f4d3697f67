import { careersCalls } from '#contract/careers/calls.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { fillCareers } from '#server/db/demo/careers.ts';
import { serveCalls } from '#server/http/registry.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { careersScopes } from './scopes.ts';
import { careersService, closeExpiredVacancies, selectJobApplicants } from './service.ts';

export const careersModule: ServerModule = {
  scopes: careersScopes,
  calls: { careers: careersCalls },
  routes: (services) => serveCalls(careersCalls, careersService(services)),
  jobs: () => [{ name: 'careers.close', everyMinutes: 60, run: (db) => db.transaction().execute((tx) => closeExpiredVacancies(asClock(tx))) }],
  pendingTasks: {
    applications: (ctx) => countWithOldest(selectJobApplicants(ctx, pendingTaskKinds.applications.filter), 'vacancy_application.created_at'),
  },
  demo: ({ db }) => fillCareers(db),
  withoutFeatures: {
    search: 'Vacancies and job applications have their own lists.',
    ...explainMissingFeatures('Job applicants have no Makao account.', 'personPage', 'reviewBasis', 'unitTimeline', 'closing'),
    messages: 'Open: job applicants are not notified yet.',
    ...explainMissingFeatures('Open: applicants without an account cannot export or erase their application.', 'export', 'erasure'),
  },
};
