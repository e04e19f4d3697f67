import type { HiddenListingCount } from '#contract/listing/hidden-reasons.ts';
import { listingHiddenReasonLabels } from '#contract/listing/labels.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Number and reasons of hidden listings, the same text on the dashboard and in lists. */
export const formatHiddenListingCounts = (hidden: readonly HiddenListingCount[]): string =>
  hidden.map(({ why, count }) => m.listing_hidden_count({ count, why: listingHiddenReasonLabels[why]() })).join(', ');

export const HiddenListingsBadge = ({ hidden }: { hidden: readonly HiddenListingCount[] }) =>
  hidden.length > 0 && <ToneBadge tone="wait">{formatHiddenListingCounts(hidden)}</ToneBadge>;
