import { machine } from '#contract/kernel/machine.ts';

/** Accrued when the money came; paid when the payout with it arrived; reversed when the money was taken back. */
export const commissionMachine = machine({
  table: 'commission',
  states: { accrued: 1, paid: 2, reversed: 3 },
  start: 'accrued',
  moves: {
    pay: { from: ['accrued'], to: 'paid', by: ['clock'] },
    reverse: { from: ['accrued', 'paid'], to: 'reversed', by: ['clock'] },
  },
});
