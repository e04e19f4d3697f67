import { machine } from '#contract/kernel/machine.ts';

const managers = ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'] as const;
const everybody = ['tenant', 'tenancy', 'owner', 'agent', 'dealer', 'staff', 'admin', 'subadmin', 'superadmin', 'default'] as const;

/** A replaced meter keeps its readings; a meter archived by mistake can be restored. */
export const meterMachine = machine({
  table: 'meter',
  states: { active: 'active', replaced: 'replaced', archived: 'archived' },
  start: 'active',
  moves: {
    replace: { from: ['active'], to: 'replaced', by: managers },
    archive: { from: ['active'], to: 'archived', by: managers },
    restore: { from: ['archived'], to: 'active', by: managers },
  },
});

/** An estimate counts like a reading until the next reading replaces it. */
export const meterReadingMachine = machine({
  table: 'meter_reading',
  states: { submitted: 'submitted', accepted: 'accepted', rejected: 'rejected', estimated: 'estimated' },
  start: 'submitted',
  moves: {
    accept: { from: ['submitted'], to: 'accepted', by: managers },
    estimate: { from: ['submitted'], to: 'estimated', by: managers },
    reject: { from: ['submitted', 'accepted', 'estimated'], to: 'rejected', by: managers },
  },
});

/** A month is read, reviewed and locked. A locked month stays locked; the next reading or an answered query corrects it. */
export const meterCycleMachine = machine({
  table: 'meter_cycle',
  states: { open: 'open', review: 'review', locked: 'locked' },
  start: 'open',
  moves: {
    review: { from: ['open'], to: 'review', by: managers },
    reopen: { from: ['review'], to: 'open', by: managers },
    lock: { from: ['review'], to: 'locked', by: managers },
  },
});

export const meterQueryMachine = machine({
  table: 'meter_query',
  states: { open: 'open', stands: 'stands', corrected: 'corrected', withdrawn: 'withdrawn' },
  start: 'open',
  moves: {
    stand: { from: ['open'], to: 'stands', by: managers },
    correct: { from: ['open'], to: 'corrected', by: managers },
    withdraw: { from: ['open'], to: 'withdrawn', by: everybody },
  },
});
