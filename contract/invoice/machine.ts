import { machine } from '#contract/kernel/machine.ts';
import { enumerations } from '#contract/reference/enumerations.ts';

/** Whoever manages the property: its holder, an agent by mandate, and staff whose role allows it. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;
const system = ['clock'] as const;

/**
 * Active is paid in part. What money brings about is the clock's: an allocation, a credit, a reversal. Nobody voids what was paid in part: a credit
 * note does. One of a booking that lapses goes, also when it was paid in part: what was paid is the tenant's credit by then.
 */
export const invoiceMachine = machine({
  table: 'invoice',
  states: enumerations.invoice_status,
  start: 'unpaid',
  moves: {
    pay_part: { from: ['unpaid'], to: 'active', by: system },
    pay: { from: ['unpaid', 'active'], to: 'paid', by: system },
    /** Nothing is left, and nobody paid it: credited in full, let go or given up (settled.ts). */
    close: { from: ['unpaid', 'active'], to: 'paid', by: system },
    reopen_part: { from: ['paid'], to: 'active', by: system },
    reopen: { from: ['paid', 'active'], to: 'unpaid', by: system },
    void: { from: ['unpaid'], to: 'expired', by: [...managers, ...platform, ...system] },
    lapse: { from: ['unpaid', 'active'], to: 'expired', by: system },
  },
});
