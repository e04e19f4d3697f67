import { machine } from '#contract/kernel/machine.ts';

/**
 * The managers of the property: its holder, an agent by mandate, and staff whose role allows it. Dealers only manage what they own or hold a mandate
 * for.
 */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;

/**
 * The turns of one bid. The side that did not make the last turn may accept, counter or decline. The bidder may withdraw at any time, and a manager
 * may replace a counter that they mistyped.
 */
export const bidMachine = machine({
  table: 'bid',
  states: { open: 'open', countered: 'countered', accepted: 'accepted', declined: 'declined', withdrawn: 'withdrawn', expired: 'expired' },
  start: 'open',
  moves: {
    counter: { from: ['open', 'countered'], to: 'countered', by: managers },
    reply: { from: ['countered'], to: 'open', by: ['tenant'] },
    accept: { from: ['open'], to: 'accepted', by: managers },
    accept_counter: { from: ['countered'], to: 'accepted', by: ['tenant'] },
    decline: { from: ['open'], to: 'declined', by: [...managers, 'clock'] },
    decline_counter: { from: ['countered'], to: 'declined', by: ['tenant'] },
    withdraw: { from: ['open', 'countered'], to: 'withdrawn', by: ['tenant', 'clock'] },
    expire: { from: ['open', 'countered'], to: 'expired', by: ['clock'] },
  },
});

/** A sale until the transfer of the title. */
export const saleMachine = machine({
  table: 'sale_file',
  states: { open: 'open', completed: 'completed', fallen_through: 'fallen_through' },
  start: 'open',
  moves: {
    complete: { from: ['open'], to: 'completed', by: managers },
    fall_through: { from: ['open'], to: 'fallen_through', by: [...managers, 'tenant'] },
  },
});
