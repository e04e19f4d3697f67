import type { BidHead, Turn } from '#contract/bid/calls.ts';
import type { bidMachine, saleMachine } from '#contract/bid/machine.ts';
import type { SaleStep } from '#contract/bid/terms.ts';
import { financingNames } from '#contract/bid/words.ts';
import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import { date, kes } from '#web/ui/format.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = StateOf<typeof bidMachine>;
export type Move = MoveOf<typeof bidMachine>;
export type SaleStatus = StateOf<typeof saleMachine>;
type Look = { label: () => string; tone: Tone };

export const statusNames: Readonly<Record<Status, Look>> = {
  open: { label: m.bid_status_open, tone: 'wait' },
  countered: { label: m.bid_status_countered, tone: 'info' },
  accepted: { label: m.bid_status_accepted, tone: 'good' },
  declined: { label: m.bid_status_declined, tone: 'done' },
  withdrawn: { label: m.bid_status_withdrawn, tone: 'done' },
  expired: { label: m.bid_status_expired, tone: 'done' },
};
export const saleStatusNames: Readonly<Record<SaleStatus, Look>> = {
  open: { label: m.bid_sale_status_open, tone: 'info' },
  completed: { label: m.bid_sale_status_completed, tone: 'good' },
  fallen_through: { label: m.bid_sale_status_fallen_through, tone: 'done' },
};
export const moveNames: Readonly<Record<Move, () => string>> = {
  counter: m.bid_move_counter,
  reply: m.bid_move_reply,
  accept: m.bid_move_accept,
  accept_counter: m.bid_move_accept,
  decline: m.bid_move_decline,
  decline_counter: m.bid_move_decline,
  withdraw: m.bid_move_withdraw,
  expire: m.bid_move_expire,
};
export const stepNames: Readonly<Record<SaleStep, () => string>> = {
  reservation: m.bid_step_reservation,
  deposit: m.bid_step_deposit,
  search: m.bid_step_search,
  agreement: m.bid_step_agreement,
  consents: m.bid_step_consents,
  valuation: m.bid_step_valuation,
  duty: m.bid_step_duty,
  balance: m.bid_step_balance,
  transfer: m.bid_step_transfer,
  handover: m.bid_step_handover,
};

/** What a turn asks for beside its price, in one line. */
export const termsText = (turn: Turn): string =>
  [
    turn.term_months === null ? '' : m.bid_terms_months({ count: turn.term_months }),
    turn.starts_on === null ? '' : m.bid_terms_from({ day: date(turn.starts_on) }),
    turn.deposit_cents === null ? '' : m.bid_terms_deposit({ amount: kes(turn.deposit_cents) }),
    turn.financing === null ? '' : financingNames[turn.financing](),
    turn.conditions,
  ]
    .filter(Boolean)
    .join(', ');

export const untilText = (bid: Pick<BidHead, 'expires_at'>, when: (at: string) => string): string => (bid.expires_at ? when(bid.expires_at) : '');
