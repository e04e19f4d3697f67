import { anonymiseDue } from './identity/closing.ts';
import { sweepLinks } from './identity/links.ts';
import type { Job } from './kernel/clock.ts';
import type { House } from './kernel/house.ts';
import { sweep } from './kernel/throttle.ts';

/** Everything the clock does. A room with jobs of its own lists them here. */
export const jobs = (_house: House): readonly Job[] => [
  { name: 'throttle.sweep', everyMinutes: 60, run: sweep },
  { name: 'identity.sweep_links', everyMinutes: 24 * 60, run: sweepLinks },
  { name: 'identity.anonymise', everyMinutes: 60, run: anonymiseDue },
];
