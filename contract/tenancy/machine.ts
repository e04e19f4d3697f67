import { machine } from '#contract/kernel/machine.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';

/**
 * Roles that manage the property: its holder, an agent by mandate, and staff whose role allows it. Dealers manage own or mandated properties only.
 */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const system = ['clock'] as const;

/**
 * A tenancy is never active before its start day. An expired tenancy is still occupied: only its end vacates the unit (`terminate` after keys,
 * inspection and readings).
 */
export const tenancyMachine = machine({
  table: 'tenancy',
  states: apiEnumerations.tenancy_status,
  start: 'pending',
  moves: {
    activate: { from: ['pending'], to: 'active', by: [...managers, ...system] },
    withdraw: { from: ['pending'], to: 'terminate', by: [...managers, ...system, 'tenant'] },
    expire: { from: ['active'], to: 'expired', by: system },
    renew: { from: ['active'], to: 'active', by: system },
    renew_late: { from: ['expired'], to: 'active', by: system },
    end: { from: ['active', 'expired'], to: 'terminate', by: [...managers, ...system] },
  },
});
export const tenancyStages = ['normal', 'renewal', 'ending', 'closing', 'holdover'] as const;
export type TenancyStage = (typeof tenancyStages)[number];
