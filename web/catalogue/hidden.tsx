import type { HiddenCount } from '#contract/listing/hidden-reasons.ts';
import { hiddenReasonNames } from '#contract/listing/labels.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Number and reasons of hidden listings, the same text on the dashboard and in lists. */
export const hiddenCountText = (hidden: readonly HiddenCount[]): string =>
  hidden.map(({ why, count }) => m.listing_hidden_count({ count, why: hiddenReasonNames[why]() })).join(', ');

export const HiddenListingsBadge = ({ hidden }: { hidden: readonly HiddenCount[] }) =>
  hidden.length > 0 && <ToneBadge tone="wait">{hiddenCountText(hidden)}</ToneBadge>;
