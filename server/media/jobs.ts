import type { Job } from '#server/kernel/clock.ts';
import type { House } from '#server/kernel/house.ts';
import { sweepMedia } from './service.ts';

export const mediaJobs = (house: House): readonly Job[] => [{ name: 'media.sweep', everyMinutes: 60, run: (db) => sweepMedia(house, db) }];
