import { machine } from '#contract/kernel/machine.ts';

/** Whoever manages the property: its holder, an agent by mandate, and staff whose role allows it. Dealers own or mandated only. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const system = ['clock'] as const;
/** The visitor: a tenant, somebody who has no role yet, or a guest with the link they were sent. */
const visitors = ['tenant', 'default', 'anonymous'] as const;

/** Another time is a change of the same row (its viewing), not a state. */
export const tourMachine = machine({
  table: 'tour',
  states: {
    requested: 'requested',
    confirmed: 'confirmed',
    attended: 'attended',
    no_show_visitor: 'no_show_visitor',
    no_show_host: 'no_show_host',
    declined: 'declined',
    lapsed: 'lapsed',
    canceled: 'canceled',
  },
  start: 'requested',
  moves: {
    confirm: { from: ['requested'], to: 'confirmed', by: [...managers, ...system] },
    decline: { from: ['requested'], to: 'declined', by: [...managers, ...system] },
    lapse: { from: ['requested', 'confirmed'], to: 'lapsed', by: system },
    cancel: { from: ['requested', 'confirmed'], to: 'canceled', by: [...managers, ...visitors, ...system, 'admin', 'superadmin'] },
    /** Another time for a home somebody lives in: they are asked again, and until then it is a wish. */
    ask_again: { from: ['confirmed'], to: 'requested', by: system },
    attend: { from: ['confirmed'], to: 'attended', by: managers },
    miss: { from: ['confirmed'], to: 'no_show_visitor', by: managers },
    miss_host: { from: ['confirmed'], to: 'no_show_host', by: visitors },
    contest: { from: ['no_show_visitor'], to: 'attended', by: system },
  },
});
