import type { HiddenReason, KeptBack } from '#contract/listing/hidden.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Why strangers do not see it. */
export const hiddenNames: Readonly<Record<HiddenReason, () => string>> = {
  draft: m.listing_hidden_draft,
  review: m.listing_hidden_review,
  closed: m.listing_hidden_closed,
  archived: m.listing_hidden_archived,
  platform: m.listing_hidden_platform,
  unit: m.listing_hidden_unit,
  stale: m.listing_hidden_stale,
  paused: m.listing_hidden_paused,
  put_away: m.listing_hidden_put_away,
  stalled: m.listing_hidden_stalled,
  unverified: m.listing_hidden_unverified,
  holder: m.listing_hidden_holder,
  taken: m.listing_hidden_taken,
  plan: m.listing_hidden_plan,
  waiting: m.listing_hidden_waiting,
};

/** How many listings strangers do not see, and why: on the tile of a home as in the lists. */
export const keptBackWords = (hidden: readonly KeptBack[]): string =>
  hidden.map(({ why, count }) => m.listing_hidden_count({ count, why: hiddenNames[why]() })).join(', ');

export const KeptBackBadge = ({ hidden }: { hidden: readonly KeptBack[] }) =>
  hidden.length > 0 && <ToneBadge tone="wait">{keptBackWords(hidden)}</ToneBadge>;
