import { machine } from '#contract/kernel/machine.ts';

/** Whoever manages the property: its holder, an agent by mandate, and staff whose role allows it. Dealers own or mandated only. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin', 'subadmin'] as const;

/** Answers of the other side come item by item; no answer within five days is agreement, and says so. */
export const inspectionMachine = machine({
  table: 'inspection',
  states: {
    scheduled: 'scheduled',
    in_progress: 'in_progress',
    submitted: 'submitted',
    agreed: 'agreed',
    disputed: 'disputed',
    canceled: 'canceled',
  },
  start: 'scheduled',
  moves: {
    begin: { from: ['scheduled'], to: 'in_progress', by: [...managers, ...platform] },
    submit: { from: ['in_progress'], to: 'submitted', by: [...managers, ...platform] },
    agree: { from: ['submitted', 'disputed'], to: 'agreed', by: [...managers, ...platform, 'tenant', 'clock'] },
    dispute: { from: ['submitted'], to: 'disputed', by: ['tenant'] },
    cancel: { from: ['scheduled', 'in_progress'], to: 'canceled', by: [...managers, ...platform, 'clock'] },
  },
});
export const inspectionKinds = ['verification', 'move_in', 'move_out', 'routine', 'complaint', 'pre_listing'] as const;
export type InspectionKind = (typeof inspectionKinds)[number];
