import { machine } from '#contract/kernel/machine.ts';

/** Frozen: no money leaves the wallet; receipts are still added. */
export const walletMachine = machine({
  table: 'wallet',
  states: { open: 1, frozen: 2 },
  start: 'open',
  moves: {
    freeze: { from: ['open'], to: 'frozen', by: ['superadmin'] },
    thaw: { from: ['frozen'], to: 'open', by: ['superadmin'] },
  },
});

const holders = ['owner', 'agent', 'dealer', 'staff'] as const;
/** An M-Pesa number is verified by a code before use; a closed account stays in the history of its payouts. */
export const payoutAccountMachine = machine({
  table: 'payout_account',
  states: { unproved: 1, ready: 2, closed: 3 },
  start: 'unproved',
  moves: {
    prove: { from: ['unproved'], to: 'ready', by: holders },
    close: { from: ['unproved', 'ready'], to: 'closed', by: holders },
  },
});

/** A manual adjustment is requested by one person and posted or rejected by another. */
export const walletAdjustmentMachine = machine({
  table: 'wallet_adjustment',
  states: { asked: 1, booked: 2, refused: 3 },
  start: 'asked',
  moves: {
    book: { from: ['asked'], to: 'booked', by: ['superadmin'] },
    refuse: { from: ['asked'], to: 'refused', by: ['superadmin'] },
  },
});
