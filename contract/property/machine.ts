import { machine } from '#contract/kernel/machine.ts';

const holders = ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'] as const;
/** Of all staff, only those of a dealer may verify, because no other company has this permission (property_verification). */
const verifiers = ['admin', 'superadmin', 'subadmin', 'dealer', 'staff'] as const;

/** The public state of a property: nothing is shown before verification. A verification ends by expiry and by a change of place or owner. */
export const propertyMachine = machine({
  table: 'property',
  states: { draft: 'draft', pending_verification: 'pending_verification', verified: 'verified', rejected: 'rejected', expired: 'expired' },
  start: 'draft',
  moves: {
    request: { from: ['draft', 'rejected', 'expired'], to: 'pending_verification', by: holders },
    verify: { from: ['pending_verification'], to: 'verified', by: verifiers },
    reject: { from: ['pending_verification'], to: 'rejected', by: verifiers },
    expire: { from: ['verified'], to: 'expired', by: ['clock'] },
    /** Applied by a rule: what was verified has changed. */
    reset: { from: ['pending_verification', 'verified', 'expired'], to: 'draft', by: ['clock'] },
  },
});
