import type { CallInput } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { formatListingPrice } from '#web/catalogue/price.ts';
import { formatMoveInCost, ShareListingActions } from '#web/catalogue/share.tsx';
import { useCall } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

/** The card to share on WhatsApp: picture, price, move-in cost and link. Without a public listing it says why there is nothing to share. */
export function ListingShareCard({ of }: { of: CallInput<typeof listingCalls.shareCard> }) {
  const { data } = useCall(listingCalls.shareCard, of);
  if (!data) return null;
  const { card } = data;
  if (!card)
    return (
      <Panel title={m.listing_share_title()}>
        <p className={classes.quiet}>{m.listing_share_hidden()}</p>
      </Panel>
    );
  return (
    <Panel title={m.listing_share_title()}>
      <div className={classes.share}>
        <img src={card.picture} alt="" width={1200} height={630} loading="lazy" />
        <b>{card.title}</b>
        <span>{formatListingPrice(card)}</span>
        <span className={classes.quiet}>{formatMoveInCost(card)}</span>
        <div className={classes.shareActs}>
          <ShareListingActions card={card} />
        </div>
      </div>
    </Panel>
  );
}
