import type { KeptBack } from '#contract/listing/hidden.ts';
import { hiddenNames } from '#contract/listing/labels.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** How many listings strangers do not see, and why: on the tile of a home as in the lists. */
export const keptBackWords = (hidden: readonly KeptBack[]): string =>
  hidden.map(({ why, count }) => m.listing_hidden_count({ count, why: hiddenNames[why]() })).join(', ');

export const KeptBackBadge = ({ hidden }: { hidden: readonly KeptBack[] }) =>
  hidden.length > 0 && <ToneBadge tone="wait">{keptBackWords(hidden)}</ToneBadge>;
