import type { FeaturedHead } from '#contract/featured/calls.ts';
import type { Placement } from '#contract/featured/kinds.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = FeaturedHead['status'];
export const placementNames: Readonly<Record<Placement, () => string>> = {
  home: m.featured_placement_home,
  search: m.featured_placement_search,
  map: m.featured_placement_map,
  agent: m.featured_placement_agent,
};
export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  requested: { label: m.featured_status_requested, tone: 'wait' },
  awaiting_payment: { label: m.featured_status_awaiting_payment, tone: 'warn' },
  scheduled: { label: m.featured_status_scheduled, tone: 'info' },
  running: { label: m.featured_status_running, tone: 'good' },
  ended: { label: m.featured_status_ended, tone: 'done' },
  canceled: { label: m.featured_status_canceled, tone: 'bad' },
  refunded: { label: m.featured_status_refunded, tone: 'done' },
};
export const paidByNames = { wallet: m.featured_paid_by_wallet, mpesa: m.featured_paid_by_mpesa, hand: m.featured_paid_by_hand } as const;
