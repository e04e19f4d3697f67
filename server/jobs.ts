import { endContracts } from './access/service.ts';
import { chainAndNote, verifyNightly } from './audit/chain.ts';
import { notesOf } from './audit/head-notes.ts';
import { closePassed } from './careers/service.ts';
import { featuredJobs } from './featured/clock.ts';
import { runSearches } from './finding/service.ts';
import { sweepOnce } from './http/once.ts';
import { sweep } from './http/throttle.ts';
import { anonymiseDue } from './identity/closing.ts';
import { sweepLinks } from './identity/links.ts';
import { closeExpired } from './invitation/service.ts';
import type { Job } from './jobs/scheduler.ts';
import { atClock } from './kernel/ctx.ts';
import type { House } from './kernel/house.ts';
import { listingJobs } from './listing/clock.ts';
import { mediaJobs } from './media/jobs.ts';
import { outboxSweep } from './notification/delivery-log.ts';
import { digestJob } from './notification/digest.ts';
import { sendJob } from './notification/sender.ts';
import { promotionJobs } from './promotion/clock.ts';
import { expireDue } from './property/service.ts';
import { reviewJobs } from './review/service.ts';
import { searchJobs } from './search/jobs.ts';

/** Everything the clock does. A room with jobs of its own lists them here. */
export const jobs = (house: House): readonly Job[] => [
  { name: 'throttle.sweep', everyMinutes: 60, run: sweep },
  { name: 'write_once.sweep', everyMinutes: 60, run: sweepOnce },
  { name: 'audit.chain', everyMinutes: 1, run: (db) => chainAndNote(db, notesOf(house)) },
  { name: 'audit.verify', everyMinutes: 24 * 60, run: (db) => verifyNightly(db, notesOf(house), house.log) },
  ...mediaJobs(house),
  ...listingJobs(house),
  ...promotionJobs,
  ...featuredJobs,
  outboxSweep,
  digestJob(house),
  sendJob(house),
  ...searchJobs,
  ...reviewJobs,
  { name: 'identity.sweep_links', everyMinutes: 24 * 60, run: sweepLinks },
  { name: 'identity.anonymise', everyMinutes: 60, run: anonymiseDue },
  { name: 'invitation.close', everyMinutes: 60, run: closeExpired },
  { name: 'property.expire', everyMinutes: 60, run: expireDue },
  { name: 'careers.close', everyMinutes: 60, run: (db) => db.transaction().execute((tx) => closePassed(atClock(tx))) },
  { name: 'finding.searches', everyMinutes: 5, run: () => runSearches(house) },
  { name: 'staff.end', everyMinutes: 60, run: endContracts },
];
