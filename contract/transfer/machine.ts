import type { MachineMove } from '#contract/kernel/machine.ts';

type Step = MachineMove<'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown'>;
const by = ['clock'] as const;
/**
 * The states of every attempt to send money, in the machine of each table of attempts. Unknown is neither paid nor failed: the money stays in transit
 * until M-Pesa or the bank, or a person with its statement, confirms the result. Failed is certain, and only then is another attempt made.
 */
export const transferAttemptMoves = {
  send: { from: ['queued'], to: 'sent', by },
  confirm: { from: ['sent', 'unknown'], to: 'confirmed', by },
  fail: { from: ['queued', 'sent', 'unknown'], to: 'failed', by },
  lose: { from: ['sent'], to: 'unknown', by },
} as const satisfies Record<string, Step>;
/** Recorded as failed, and later found on the statement. */
export const failedTransferConfirmMove = { from: ['failed'], to: 'confirmed', by } as const satisfies Step;
