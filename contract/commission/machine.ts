import { machine } from '#contract/kernel/machine.ts';

/**
 * Accrued when the money was received; paid when its payout was paid, and accrued again if that was returned; reversed when the money was reversed.
 */
export const commissionMachine = machine({
  table: 'commission',
  states: { accrued: 1, paid: 2, reversed: 3 },
  start: 'accrued',
  moves: {
    pay: { from: ['accrued'], to: 'paid', by: ['clock'] },
    unpay: { from: ['paid'], to: 'accrued', by: ['clock'] },
    reverse: { from: ['accrued', 'paid'], to: 'reversed', by: ['clock'] },
  },
});
