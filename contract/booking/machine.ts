import { machine } from '#contract/kernel/machine.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';

/**
 * The managers of a property: its holder, an agent by mandate, and staff whose role allows it. Dealers manage only what they own or have a mandate
 * for.
 */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;
const system = ['clock'] as const;

/**
 * The states of a booking from the application to the handover of keys. Admins never approve; they cancel with a reason. The clock makes the timed
 * moves (expired, confirmed when paid, closed when occupied). A deleted booking keeps no personal data.
 */
export const bookingMachine = machine({
  table: 'booking',
  states: apiEnumerations.booking_status,
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

/** Stages of screening. The 72-hour deadline runs while an applicant is under review, and is suspended in other stages. */
export const bookingStages = ['screening', 'shortlisted', 'info_requested', 'backup', 'waitlist', 'frozen'] as const;
export type BookingStage = (typeof bookingStages)[number];
/** Stages that become a backup when another applicant is approved. An applicant with an open request for information answers it first. */
export const stagesThatBecomeBackup = ['screening', 'shortlisted'] as const satisfies readonly BookingStage[];
export const hasRunningDeadline = (stage: BookingStage): boolean => stage === 'screening' || stage === 'shortlisted';
