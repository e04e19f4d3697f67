import { machine } from '#contract/kernel/machine.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';

/** Roles that manage the property: its holder, an agent by mandate, and staff whose role allows it. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;
const system = ['clock'] as const;

/**
 * `active` is partly paid. The system makes the moves that follow from money: an allocation, a credit note, a reversal. A partly paid invoice cannot
 * be voided; it takes a credit note. The invoice of an expired booking expires too, even if partly paid: its payments have become tenant credit.
 */
export const invoiceMachine = machine({
  table: 'invoice',
  states: apiEnumerations.invoice_status,
  start: 'unpaid',
  moves: {
    pay_part: { from: ['unpaid'], to: 'active', by: system },
    pay: { from: ['unpaid', 'active'], to: 'paid', by: system },
    /** The invoice has no balance due, although no payment covers it: fully credited by a credit note, waived or written off (closure.ts). */
    close: { from: ['unpaid', 'active'], to: 'paid', by: system },
    reopen_part: { from: ['paid'], to: 'active', by: system },
    reopen: { from: ['paid', 'active'], to: 'unpaid', by: system },
    void: { from: ['unpaid'], to: 'expired', by: [...managers, ...platform, ...system] },
    lapse: { from: ['unpaid', 'active'], to: 'expired', by: system },
  },
});
