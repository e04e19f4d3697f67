import { machine, type StateOf } from '#contract/kernel/machine.ts';
import { platformRoles } from '#contract/kernel/roles.ts';

/**
 * The verification of owners, agents and dealers. The numbers are the `state` of change_owner_agent_dealer_status; people cannot set the state back
 * to pending.
 */
export const personMachine = machine({
  table: 'person',
  column: 'verified_status',
  states: { pending: 0, verified: 1, suspended: 2, rejected: 3 },
  start: 'pending',
  moves: {
    activate: { from: ['pending', 'suspended', 'rejected'], to: 'verified', by: platformRoles },
    suspend: { from: ['pending', 'verified'], to: 'suspended', by: platformRoles },
    reject: { from: ['pending', 'verified', 'suspended'], to: 'rejected', by: platformRoles },
    /** The verification covers a name and its numbers; other ones must be checked again. */
    reset: { from: ['verified'], to: 'pending', by: ['clock'] },
  },
});

/** The account status a person is notified of: its verification, or whether it is active. */
export type AccountStatus = StateOf<typeof personMachine> | 'active' | 'disabled';

export const accountMoveByStatusNumber = { 1: 'activate', 2: 'suspend', 3: 'reject' } as const;
export type AccountStatusNumber = keyof typeof accountMoveByStatusNumber;
