import { machine } from '#contract/kernel/machine.ts';
import { enumerations } from '#contract/reference/enumerations.ts';

/** Whoever manages the property: its holder, an agent by mandate, and staff whose role allows it. Dealers own or mandated only. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;
const system = ['clock'] as const;

/**
 * From "I want to live here" to the keys. Admins never approve; they cancel, and say why. What time brings about (expired, confirmed when paid,
 * closed when lived in) is the clock's. A deleted booking is an empty shell: what it said of a person is gone.
 */
export const bookingMachine = machine({
  table: 'booking',
  states: enumerations.booking_status,
  start: 'await_screening',
  moves: {
    approve: { from: ['await_screening'], to: 'await_payment', by: managers },
    decline: { from: ['await_screening'], to: 'declined', by: managers },
    let_to_another: { from: ['await_screening'], to: 'declined', by: system },
    expire: { from: ['await_screening', 'await_payment'], to: 'expired', by: system },
    confirm: { from: ['await_payment'], to: 'confirmed', by: [...managers, ...system] },
    close: { from: ['confirmed'], to: 'closed', by: system },
    cancel: { from: ['await_screening', 'await_payment', 'confirmed'], to: 'canceled', by: [...managers, ...platform, ...system, 'tenant'] },
    erase: { from: ['declined', 'expired', 'canceled'], to: 'deleted', by: ['tenant', 'admin', 'superadmin', 'clock'] },
  },
});

/** Within screening. The clock (72 hours) runs while somebody is being looked at, and stops for everything else. */
export const bookingStages = ['screening', 'shortlisted', 'info_requested', 'backup', 'waitlist', 'frozen'] as const;
export type BookingStage = (typeof bookingStages)[number];
/** Who is looked at comes next once another is approved; who was asked for something answers first. */
export const becomesBackup = ['screening', 'shortlisted'] as const satisfies readonly BookingStage[];
export const clockRuns = (stage: BookingStage): boolean => stage === 'screening' || stage === 'shortlisted';
