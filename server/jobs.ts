import type { Job } from './kernel/clock.ts';
import type { House } from './kernel/house.ts';
import { sweep } from './kernel/throttle.ts';
import { outboxSweep } from './notification/delivery-log.ts';

/** Everything the clock does. A room with jobs of its own lists them here. */
export const jobs = (_house: House): readonly Job[] => [{ name: 'throttle.sweep', everyMinutes: 60, run: sweep }, outboxSweep];
