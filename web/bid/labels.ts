import { bidFinancingLabels, bidStatusLabels, saleStatusLabels } from '#contract/bid/labels.ts';
import type { bidMachine, saleMachine } from '#contract/bid/machine.ts';
import type { BidSummary, BidTurn } from '#contract/bid/shapes.ts';
import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type BidStatus = StateOf<typeof bidMachine>;
export type BidMove = MoveOf<typeof bidMachine>;
export type SaleStatus = StateOf<typeof saleMachine>;

export const bidStatusNames = addTones(bidStatusLabels, {
  open: 'wait',
  countered: 'info',
  accepted: 'good',
  declined: 'done',
  withdrawn: 'done',
  expired: 'done',
});
export const saleStatusNames = addTones(saleStatusLabels, { open: 'info', completed: 'good', fallen_through: 'done' });

/** The terms of a turn beside its price, in one line. */
export const formatBidTerms = (turn: BidTurn): string =>
  [
    turn.term_months === null ? '' : m.bid_terms_months({ count: turn.term_months }),
    turn.starts_on === null ? '' : m.bid_terms_from({ day: formatDate(turn.starts_on) }),
    turn.deposit_cents === null ? '' : m.bid_terms_deposit({ amount: formatKes(turn.deposit_cents) }),
    turn.financing === null ? '' : bidFinancingLabels[turn.financing](),
    turn.conditions,
  ]
    .filter(Boolean)
    .join(', ');

export const formatBidExpiry = (bid: Pick<BidSummary, 'expires_at'>, when: (at: string) => string): string =>
  bid.expires_at ? when(bid.expires_at) : '';
