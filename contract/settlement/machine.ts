import { machine } from '#contract/kernel/machine.ts';
import { failedTransferConfirmMove, transferAttemptMoves } from '#contract/transfer/machine.ts';

/** A payout to one payee: draft, approved by another person, sending, paid. `part_failed`: some of its money arrived; `failed`: none did. */
export const settlementMachine = machine({
  table: 'settlement_payment',
  states: { draft: 1, approved: 2, sending: 3, paid: 4, part_failed: 5, canceled: 6, failed: 7 },
  start: 'draft',
  moves: {
    approve: { from: ['draft'], to: 'approved', by: ['superadmin'] },
    cancel: { from: ['draft'], to: 'canceled', by: ['superadmin', 'owner', 'agent', 'dealer', 'staff'] },
    send: { from: ['approved', 'part_failed', 'failed'], to: 'sending', by: ['clock'] },
    pay: { from: ['approved', 'sending', 'part_failed', 'failed'], to: 'paid', by: ['clock'] },
    fail_part: { from: ['approved', 'sending', 'paid', 'failed'], to: 'part_failed', by: ['clock'] },
    fail: { from: ['approved', 'sending', 'paid', 'part_failed'], to: 'failed', by: ['clock'] },
  },
});

/** One attempt to send one part of a payout; `reversed`: the money arrived and was returned. */
export const transferMachine = machine({
  table: 'settlement_transaction',
  states: { queued: 1, sent: 2, confirmed: 3, failed: 4, reversed: 5, unknown: 6 },
  start: 'queued',
  moves: { ...transferAttemptMoves, reverse: { from: ['confirmed'], to: 'reversed', by: ['clock'] }, find: failedTransferConfirmMove },
});

export const payoutErrorMachine = machine({
  table: 'settlement_error',
  states: { open: 1, retrying: 2, resolved: 3, written_off: 4 },
  start: 'open',
  moves: {
    retry: { from: ['open'], to: 'retrying', by: ['clock'] },
    reopen: { from: ['retrying'], to: 'open', by: ['clock'] },
    resolve: { from: ['open', 'retrying'], to: 'resolved', by: ['clock'] },
    write_off: { from: ['open'], to: 'written_off', by: ['clock'] },
  },
});
