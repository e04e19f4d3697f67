import { Button } from '@mantine/core';
import { paymentFrequencies } from '#contract/catalogue/kinds.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { formatKes } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconExternalLink } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { formatListingPrice } from './price.ts';

export type ListingShareData = NonNullable<CallResult<typeof listingCalls.shareCard>['card']>;

export const formatMoveInCost = (card: ListingShareData): string =>
  (card.price_period === paymentFrequencies.once ? m.listing_share_buy : m.listing_share_move_in)({ amount: formatKes(card.move_in_cents) });

/** A WhatsApp link with a prepared message: the listing, its price, the move-in cost and the link. */
export function makeWhatsappLink(card: ListingShareData): string {
  const text = [card.title, formatListingPrice(card), formatMoveInCost(card), `${window.location.origin}${card.path}`].join('\n');
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Shares the listing and opens its public page. */
export const ShareListingActions = ({ card }: { card: ListingShareData }) => (
  <>
    <Button
      component="a"
      href={makeWhatsappLink(card)}
      target="_blank"
      rel="noopener"
      variant="default"
      leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
    >
      {m.listing_share_send()}
    </Button>
    <Button component="a" href={card.path} target="_blank" rel="noopener" variant="default" leftSection={<IconExternalLink size={16} aria-hidden />}>
      {m.listing_public_page()}
    </Button>
  </>
);
