import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { ListingReadinessKey } from '#contract/listing/kinds.ts';
import { listingMovedTexts, listingReadinessTexts, listingStatusLabels } from '#contract/listing/labels.ts';
import type { listingMachine } from '#contract/listing/machine.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export { getListingTypeLabel } from '#contract/catalogue/type-names.ts';

export type ListingState = StateOf<typeof listingMachine>;
export type ListingMove = MoveOf<typeof listingMachine>;

export const listingStatusNames = addTones(listingStatusLabels, {
  draft: 'neutral',
  review: 'wait',
  live: 'good',
  paused: 'wait',
  closed: 'done',
  archived: 'done',
});

/** The result of a move; a draft queued for publishing is still a draft. */
export const formatListingMoveResult = ({ title: name, status, wanted }: { title: string; status: ListingState; wanted: boolean }): string =>
  (wanted ? m.said_listing_waits : listingMovedTexts[status])({ name });

type Asked = { verb: () => string; asks?: (given: { title: string }) => string; tells?: () => string };
/** The name, question and explanation of each move. Moves of the system have only a name for the history. */
export const listingMoveTexts: Readonly<Record<ListingMove, Asked>> = {
  publish: { verb: m.listing_publish, asks: m.listing_publish_ask, tells: m.listing_publish_text },
  submit: { verb: m.listing_submit },
  approve: { verb: m.listing_approve, asks: m.listing_approve_ask, tells: m.listing_approve_text },
  decline: { verb: m.listing_decline, asks: m.listing_decline_ask, tells: m.listing_decline_text },
  pause: { verb: m.listing_pause, asks: m.listing_pause_ask, tells: m.listing_pause_text },
  force: { verb: m.listing_force, asks: m.listing_force_ask, tells: m.listing_force_text },
  resume: { verb: m.listing_resume, asks: m.listing_resume_ask, tells: m.listing_resume_text },
  hold: { verb: m.listing_hold },
  wake: { verb: m.listing_wake },
  unclose: { verb: m.listing_unclose },
  close: { verb: m.listing_close, asks: m.listing_close_ask, tells: m.listing_close_text },
  archive: { verb: m.listing_archive, asks: m.listing_archive_ask, tells: m.listing_archive_text },
  reopen: { verb: m.listing_reopen, asks: m.listing_reopen_ask, tells: m.listing_reopen_text },
};
export const getListingMoveName = (move: string): string => (move in listingMoveTexts ? listingMoveTexts[move as ListingMove].verb() : move);

export const formatListingReadiness = (key: ListingReadinessKey, have: number | null, need: number | null): string =>
  key === 'pictures' ? m.listing_ready_pictures({ have: have ?? 0, need: need ?? 0 }) : listingReadinessTexts[key]();
