import { endContracts } from './access/service.ts';
import { closeExpired } from './invitation/service.ts';
import type { Job } from './kernel/clock.ts';
import type { House } from './kernel/house.ts';
import { sweep } from './kernel/throttle.ts';

/** Everything the clock does. A room with jobs of its own lists them here. */
export const jobs = (_house: House): readonly Job[] => [
  { name: 'throttle.sweep', everyMinutes: 60, run: sweep },
  { name: 'invitation.close', everyMinutes: 60, run: closeExpired },
  { name: 'staff.end', everyMinutes: 60, run: endContracts },
];
