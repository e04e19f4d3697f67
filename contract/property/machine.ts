import { machine } from '#contract/kernel/machine.ts';

const holders = ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'] as const;
/** Staff only where their employer is a dealer: no other company holds the right (property_verification). */
const verifiers = ['admin', 'superadmin', 'subadmin', 'dealer', 'staff'] as const;

/** What a property is to the public: nothing of it is shown before it is verified. Verification ends with time, and with a change of place or holder. */
export const propertyMachine = machine({
  table: 'property',
  states: { draft: 'draft', pending_verification: 'pending_verification', verified: 'verified', rejected: 'rejected', expired: 'expired' },
  start: 'draft',
  moves: {
    request: { from: ['draft', 'rejected', 'expired'], to: 'pending_verification', by: holders },
    verify: { from: ['pending_verification'], to: 'verified', by: verifiers },
    reject: { from: ['pending_verification'], to: 'rejected', by: verifiers },
    expire: { from: ['verified'], to: 'expired', by: ['clock'] },
    /** A rule brings it about: what was checked is no longer there. */
    reset: { from: ['pending_verification', 'verified', 'expired'], to: 'draft', by: ['clock'] },
  },
});
