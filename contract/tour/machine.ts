import { machine } from '#contract/kernel/machine.ts';

/**
 * The managers of the property: its holder, an agent by mandate, and staff whose role allows it. Dealers only manage what they own or hold a mandate
 * for.
 */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;
const system = ['clock'] as const;
/** The visitor: a tenant, a person without a role yet, or a guest with the link sent to them. */
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
    /** A new time for an occupied home: the occupant must agree again, and until then the tour is a request. */
    ask_again: { from: ['confirmed'], to: 'requested', by: system },
    attend: { from: ['confirmed'], to: 'attended', by: managers },
    miss: { from: ['confirmed'], to: 'no_show_visitor', by: managers },
    miss_host: { from: ['confirmed'], to: 'no_show_host', by: visitors },
    contest: { from: ['no_show_visitor'], to: 'attended', by: system },
  },
});
