import { machine } from '#contract/kernel/machine.ts';

const staff = ['admin', 'superadmin'] as const;

/** A reconciliation worksheet: one person prepares it and another signs it or returns it. A newer signed worksheet of the same day replaces it. */
export const worksheetMachine = machine({
  table: 'account_worksheet',
  states: { prepared: 'prepared', signed: 'signed', returned: 'returned', withdrawn: 'withdrawn', replaced: 'replaced' },
  start: 'prepared',
  moves: {
    sign: { from: ['prepared'], to: 'signed', by: staff },
    return: { from: ['prepared'], to: 'returned', by: staff },
    withdraw: { from: ['prepared'], to: 'withdrawn', by: staff },
    replace: { from: ['signed'], to: 'replaced', by: staff },
  },
});
