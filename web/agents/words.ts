import type { ListingStatus } from '#contract/agents/kinds.ts';
import { listingTypeOf } from '#contract/catalogue/kinds.ts';
import type { Tone } from '#web/ui/status-table.ts';
import { m } from '#words/messages.js';

export const statusNames: Readonly<Record<ListingStatus, { label: () => string; tone: Tone }>> = {
  draft: { label: m.agents_status_draft, tone: 'neutral' },
  review: { label: m.agents_status_review, tone: 'wait' },
  live: { label: m.agents_status_live, tone: 'good' },
  paused: { label: m.agents_status_paused, tone: 'warn' },
  closed: { label: m.agents_status_closed, tone: 'done' },
  archived: { label: m.agents_status_archived, tone: 'neutral' },
};
const types = { rent: m.agents_type_rent, lease: m.agents_type_lease, buy: m.agents_type_buy } as const;
export const typeName = (number: number): string => types[listingTypeOf(number)]();

/** A published review needs no word: that is what a review is. */
export const reviewStates: Readonly<Record<string, { label: () => string; tone: Tone }>> = {
  pending: { label: m.agents_status_pending, tone: 'wait' },
  hidden: { label: m.agents_status_hidden, tone: 'neutral' },
  rejected: { label: m.agents_status_rejected, tone: 'bad' },
};
