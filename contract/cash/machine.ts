import { machine } from '#contract/kernel/machine.ts';

const system = ['clock'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;

/** A deposit of clients' cash that a company declares. A line of Makao's bank statement shows it; undoing the import of that line opens it again. */
export const cashDepositMachine = machine({
  table: 'cash_deposit',
  states: { declared: 'declared', banked: 'banked', withdrawn: 'withdrawn' },
  start: 'declared',
  moves: {
    bank: { from: ['declared'], to: 'banked', by: [...platform, ...system] },
    unbank: { from: ['banked'], to: 'declared', by: system },
    withdraw: { from: ['declared'], to: 'withdrawn', by: [...companies, ...platform] },
  },
});
