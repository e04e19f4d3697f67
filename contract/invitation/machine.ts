import { machine } from '#contract/kernel/machine.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';

const anybody = Object.keys(userTypes) as (keyof typeof userTypes)[];
const inviters = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff', 'tenant'] as const satisfies readonly Role[];

/** Closed means ended by time or use: ten days passed, the code was used up, or a newer invitation replaced it. */
export const invitationMachine = machine({
  table: 'invitation',
  states: { pending: 1, accepted: 2, revoked: 3, closed: 4 },
  start: 'pending',
  moves: {
    accept: { from: ['pending'], to: 'accepted', by: anybody },
    revoke: { from: ['pending'], to: 'revoked', by: inviters },
    close: { from: ['pending'], to: 'closed', by: ['clock'] },
  },
});
