import { jobsCalls } from '#contract/jobs/calls.ts';
import { serve } from '#server/http/registry.ts';
import { jobs } from '#server/jobs.ts';
import type { House } from '#server/kernel/house.ts';
import { jobsService } from './service.ts';

export const jobsRoutes = (house: House) => serve(jobsCalls, jobsService(jobs(house)));
