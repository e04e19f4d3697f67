import { machine } from '#contract/kernel/machine.ts';

const staff = ['admin', 'superadmin'] as const;

/** A request that another person approves. Its act is carried out in the same transaction as the approval. */
export const approvalRequestMachine = machine({
  table: 'approval_request',
  states: { asked: 'asked', approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn', expired: 'expired' },
  start: 'asked',
  moves: {
    approve: { from: ['asked'], to: 'approved', by: staff },
    reject: { from: ['asked'], to: 'rejected', by: staff },
    /** The requester cancels it or loses access, or its act has become impossible. */
    withdraw: { from: ['asked'], to: 'withdrawn', by: [...staff, 'clock'] },
    expire: { from: ['asked'], to: 'expired', by: ['clock'] },
  },
});
