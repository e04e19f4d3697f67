import { Button } from '@mantine/core';
import { paymentFrequencies } from '#contract/catalogue/kinds.ts';
import type { Answer, Given } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { kes } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconExternalLink } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './listing.module.css';
import { priced } from './words.ts';

type Card = NonNullable<Answer<typeof listingCalls.card>['card']>;
const moveInOf = (card: Card) =>
  (card.price_period === paymentFrequencies.once ? m.listing_share_buy : m.listing_share_move_in)({ amount: kes(card.move_in_cents) });
/** The address that opens WhatsApp with the card as a message. */
export function whatsappOf(card: Card): string {
  const text = [card.title, priced(card), moveInOf(card), `${window.location.origin}${card.path}`].join('\n');
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** What a friend of the owner gets on WhatsApp: picture, price, what moving in costs, and the link. Nothing where strangers see nothing. */
export function ShareCard({ of }: { of: Given<typeof listingCalls.card> }) {
  const { data } = useCall(listingCalls.card, of);
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
        <span>{priced(card)}</span>
        <span className={classes.quiet}>{moveInOf(card)}</span>
        <div className={classes.shareActs}>
          <Button component="a" href={whatsappOf(card)} target="_blank" rel="noopener" leftSection={<IconBrandWhatsapp size={16} aria-hidden />}>
            {m.listing_share_send()}
          </Button>
          <Button
            component="a"
            href={card.path}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {m.listing_public_page()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
