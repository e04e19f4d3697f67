import type { Job } from './kernel/clock.ts';
import type { House } from './kernel/house.ts';
import { sweep } from './kernel/throttle.ts';
import { mediaJobs } from './media/jobs.ts';
import { peopleJobs } from './people/jobs.ts';

/** Everything the clock does. A room with jobs of its own lists them here. */
export const jobs = (house: House): readonly Job[] => [{ name: 'throttle.sweep', everyMinutes: 60, run: sweep }, ...mediaJobs(house), ...peopleJobs];
