import { machine } from '#contract/kernel/machine.ts';

const handlers = ['admin', 'superadmin', 'subadmin'] as const;
const authors = ['tenant', 'owner', 'agent', 'dealer', 'staff', 'default'] as const;

/** Specification section 4, "another request type": pending 1, assigned 2, closed 3, revoked 4. The complainant may withdraw the complaint. */
export const abuseMachine = machine({
  table: 'abuse_report',
  states: { pending: 1, assigned: 2, closed: 3, revoked: 4 },
  start: 'pending',
  moves: {
    assign: { from: ['pending', 'assigned'], to: 'assigned', by: handlers },
    close: { from: ['pending', 'assigned'], to: 'closed', by: handlers },
    revoke: { from: ['pending', 'assigned'], to: 'revoked', by: authors },
  },
});
