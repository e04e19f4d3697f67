import { jobsCalls } from '#contract/jobs/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countDeadJobs, deleteSettledDeadJobs, jobsService } from './service.ts';
import { jobsTexts } from './texts.ts';

export const jobsModule: ServerModule = {
  calls: { jobs: jobsCalls },
  routes: (_house, jobs) => serveCalls(jobsCalls, jobsService(jobs())),
  jobs: () => [{ name: 'jobs.sweep', everyMinutes: 24 * 60, run: deleteSettledDeadJobs }],
  texts: jobsTexts,
  pendingTasks: { jobs: countDeadJobs },
  withoutFeatures: explainMissingFeatures(
    'Jobs are technical records and are not about a person or a unit.',
    'search',
    'personPage',
    'reviewBasis',
    'unitTimeline',
    'export',
    'erasure',
    'closing',
  ),
};
