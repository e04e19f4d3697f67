import { machine } from '#contract/kernel/machine.ts';

const workers = ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'] as const;
/** Later steps of an enquiry also move it (contract/lead/steps.ts), but only forward. */
const workersAndClock = [...workers, 'clock'] as const;

/** An enquiry from the first message to a tenancy. It may skip stages, and `reopen` returns a won or lost enquiry to an open stage. */
export const leadMachine = machine({
  table: 'lead',
  states: { new: 'new', contacted: 'contacted', touring: 'touring', applied: 'applied', won: 'won', lost: 'lost' },
  start: 'new',
  moves: {
    contact: { from: ['new'], to: 'contacted', by: workersAndClock },
    tour: { from: ['new', 'contacted'], to: 'touring', by: workersAndClock },
    apply: { from: ['contacted', 'touring'], to: 'applied', by: workersAndClock },
    win: { from: ['contacted', 'touring', 'applied'], to: 'won', by: workersAndClock },
    lose: { from: ['new', 'contacted', 'touring', 'applied'], to: 'lost', by: workers },
    reopen: { from: ['won', 'lost'], to: 'contacted', by: workers },
  },
});
