import { machine } from '#contract/kernel/machine.ts';

/**
 * The managers of the property: its holder, an agent by mandate, and staff whose role allows it. Dealers only manage what they own or hold a mandate
 * for.
 */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin', 'subadmin'] as const;

/** The tenant answers item by item. No answer within five days counts as agreement and is recorded as such. */
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
