import { machine } from '#contract/kernel/machine.ts';

/** A payout of one payee: made, approved by another person, on its way, there. */
export const settlementMachine = machine({
  table: 'settlement_payment',
  states: { draft: 1, approved: 2, sending: 3, paid: 4, part_failed: 5, canceled: 6 },
  start: 'draft',
  moves: {
    approve: { from: ['draft'], to: 'approved', by: ['superadmin'] },
    cancel: { from: ['draft'], to: 'canceled', by: ['superadmin', 'owner', 'agent', 'dealer', 'staff'] },
    send: { from: ['approved', 'part_failed'], to: 'sending', by: ['clock'] },
    pay: { from: ['approved', 'sending', 'part_failed'], to: 'paid', by: ['clock'] },
    fail: { from: ['approved', 'sending', 'paid'], to: 'part_failed', by: ['clock'] },
  },
});

/**
 * One attempt. Unknown is neither: the money stays on its way until the rail or a person with its statement says what became of it. Failed is
 * certain, and only then comes another attempt; where it was there after all, a person found it on the statement.
 */
export const transferMachine = machine({
  table: 'settlement_transaction',
  states: { queued: 1, sent: 2, confirmed: 3, failed: 4, reversed: 5, unknown: 6 },
  start: 'queued',
  moves: {
    send: { from: ['queued'], to: 'sent', by: ['clock'] },
    confirm: { from: ['sent', 'unknown'], to: 'confirmed', by: ['clock'] },
    fail: { from: ['queued', 'sent', 'unknown'], to: 'failed', by: ['clock'] },
    lose: { from: ['sent'], to: 'unknown', by: ['clock'] },
    reverse: { from: ['confirmed'], to: 'reversed', by: ['clock'] },
    find: { from: ['failed'], to: 'confirmed', by: ['clock'] },
  },
});

export const errorMachine = machine({
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
