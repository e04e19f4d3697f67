import { listingClosingReasonLabels, listingHiddenReasonLabels } from '#contract/listing/labels.ts';
import type { ListingSummary } from '#contract/listing/shapes.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { listingStatusNames } from './words.ts';

/** The state of a listing, with the reason if closed and a note if it is hidden beyond the plan. */
export function ListingStatusBadge({
  of,
}: {
  of: Pick<ListingSummary, 'status' | 'closed_as' | 'over_plan'> & Partial<Pick<ListingSummary, 'hidden' | 'wanted'>>;
}) {
  if (of.hidden && (of.status === 'live' || of.wanted))
    return (
      <ToneBadge tone="wait">
        {of.wanted
          ? m.listing_waits({ why: listingHiddenReasonLabels[of.hidden]() })
          : m.listing_hidden({ why: listingHiddenReasonLabels[of.hidden]() })}
      </ToneBadge>
    );
  if (of.status === 'live' && of.over_plan) return <ToneBadge tone="wait">{m.listing_over_plan()}</ToneBadge>;
  const { tone, label } = listingStatusNames[of.status];
  return <ToneBadge tone={tone}>{of.status === 'closed' && of.closed_as ? listingClosingReasonLabels[of.closed_as]() : label()}</ToneBadge>;
}
