import { machine } from '#contract/kernel/machine.ts';

const keepers = ['admin', 'superadmin'] as const;

/** Only open vacancies are on the public page; a job closes a vacancy after its last day. */
export const vacancyMachine = machine({
  table: 'vacancy',
  states: { draft: 'draft', open: 'open', closed: 'closed' },
  start: 'draft',
  moves: {
    publish: { from: ['draft', 'closed'], to: 'open', by: keepers },
    close: { from: ['open'], to: 'closed', by: [...keepers, 'clock'] },
  },
});

export const jobApplicationMachine = machine({
  table: 'vacancy_application',
  states: { new: 'new', shortlisted: 'shortlisted', rejected: 'rejected', hired: 'hired' },
  start: 'new',
  moves: {
    shortlist: { from: ['new', 'rejected'], to: 'shortlisted', by: keepers },
    reject: { from: ['new', 'shortlisted'], to: 'rejected', by: keepers },
    hire: { from: ['shortlisted'], to: 'hired', by: keepers },
  },
});
