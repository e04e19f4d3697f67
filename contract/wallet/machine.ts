import { machine } from '#contract/kernel/machine.ts';

/** Frozen: nothing leaves it, whoever asks; what comes in still does. */
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
/** A number is proved by a code before money goes there; one that is closed stays in the past of what was sent to it. */
export const payoutAccountMachine = machine({
  table: 'payout_account',
  states: { unproved: 1, ready: 2, closed: 3 },
  start: 'unproved',
  moves: {
    prove: { from: ['unproved'], to: 'ready', by: holders },
    close: { from: ['unproved', 'ready'], to: 'closed', by: holders },
  },
});

/** A correction by hand is asked by one person and booked, or refused, by another. */
export const adjustmentMachine = machine({
  table: 'wallet_adjustment',
  states: { asked: 1, booked: 2, refused: 3 },
  start: 'asked',
  moves: {
    book: { from: ['asked'], to: 'booked', by: ['superadmin'] },
    refuse: { from: ['asked'], to: 'refused', by: ['superadmin'] },
  },
});
