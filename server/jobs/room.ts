import { jobsCalls } from '#contract/jobs/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { jobsService, sweepSettled, waiting } from './service.ts';
import { jobsTexts } from './texts.ts';

export const jobsRoom: ServerRoom = {
  calls: { jobs: jobsCalls },
  routes: (_house, jobs) => serve(jobsCalls, jobsService(jobs())),
  jobs: () => [{ name: 'jobs.sweep', everyMinutes: 24 * 60, run: sweepSettled }],
  texts: jobsTexts,
  waits: { jobs: waiting },
};
