import type { Job } from '#server/jobs/scheduler.ts';
import type { House } from '#server/kernel/house.ts';
import { makeAvif } from './avif.ts';
import { sweepUploads } from './pieces.ts';
import { sweepMedia } from './service.ts';

export const mediaJobs = (house: House): readonly Job[] => [
  { name: 'media.sweep', everyMinutes: 60, run: (db) => sweepMedia(house, db) },
  { name: 'media.uploads', everyMinutes: 10, run: (db) => sweepUploads(house, db) },
  { name: 'media.avif', everyMinutes: 1, run: (db) => makeAvif(house, db) },
];
