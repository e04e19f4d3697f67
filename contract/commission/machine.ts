import { machine } from '#contract/kernel/machine.ts';

/** Accrued when the money came; paid when the payout with it arrived, and not any more when that came back; reversed when the money was taken back. */
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
