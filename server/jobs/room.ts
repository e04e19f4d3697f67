import { jobsCalls } from '#contract/jobs/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { jobsService, sweepSettled, waiting } from './service.ts';
import { jobsTexts } from './texts.ts';

export const jobsRoom: ServerRoom = {
  calls: { jobs: jobsCalls },
  routes: (_house, jobs) => serve(jobsCalls, jobsService(jobs())),
  jobs: () => [{ name: 'jobs.sweep', everyMinutes: 24 * 60, run: sweepSettled }],
  texts: jobsTexts,
  waits: { jobs: waiting },
  without: because(
    'Jobs are the machinery of the platform and are not about a person or a home.',
    'search',
    'personPage',
    'reviewBasis',
    'unitTimeline',
    'export',
    'erasure',
    'closing',
  ),
};
