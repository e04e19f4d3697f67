import { machine, type StateOf } from '#contract/kernel/machine.ts';
import { platformRoles } from '#contract/kernel/roles.ts';

/** How far the platform trusts an owner, agent or dealer. The numbers are the `state` of change_owner_agent_dealer_status; no person sends anybody back to pending. */
export const personMachine = machine({
  table: 'person',
  column: 'verified_status',
  states: { pending: 0, verified: 1, suspended: 2, rejected: 3 },
  start: 'pending',
  moves: {
    activate: { from: ['pending', 'suspended', 'rejected'], to: 'verified', by: platformRoles },
    suspend: { from: ['pending', 'verified'], to: 'suspended', by: platformRoles },
    reject: { from: ['pending', 'verified', 'suspended'], to: 'rejected', by: platformRoles },
    /** What was verified is a name and its numbers: with others it is to be looked at anew. */
    reset: { from: ['verified'], to: 'pending', by: ['clock'] },
  },
});

/** What somebody is told their account has become: what the platform thinks of it, or whether it can be used. */
export type AccountStatus = StateOf<typeof personMachine> | 'active' | 'disabled';

export const moveOfState = { 1: 'activate', 2: 'suspend', 3: 'reject' } as const;
export type StatusNumber = keyof typeof moveOfState;
