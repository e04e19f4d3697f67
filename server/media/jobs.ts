import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { makeAvif } from './avif.ts';
import { sweepMedia } from './service.ts';
import { sweepUploads } from './upload-pieces.ts';

export const mediaJobs = (services: RunningServices): readonly ScheduledJob[] => [
  { name: 'media.sweep', everyMinutes: 60, run: (db) => sweepMedia(services, db) },
  { name: 'media.uploads', everyMinutes: 10, run: (db) => sweepUploads(services, db) },
  { name: 'media.avif', everyMinutes: 1, run: (db) => makeAvif(services, db) },
];
