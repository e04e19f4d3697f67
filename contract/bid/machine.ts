import { machine } from '#contract/kernel/machine.ts';

/** Whoever manages the property: its holder, an agent by mandate, and staff whose role allows it. Dealers own or mandated only. */
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;

/**
 * Turns of one chain: whoever did not speak last may accept, counter or decline; the bidder may withdraw at any time, and a manager who
 * mistyped a counter puts another in its place.
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

/** A sale on its way to the title. */
export const saleMachine = machine({
  table: 'sale_file',
  states: { open: 'open', completed: 'completed', fallen_through: 'fallen_through' },
  start: 'open',
  moves: {
    complete: { from: ['open'], to: 'completed', by: managers },
    fall_through: { from: ['open'], to: 'fallen_through', by: [...managers, 'tenant'] },
  },
});
