import type { ReactNode } from 'react';
import { FavouriteButton } from '#web/finding/favourite-button.tsx';
import { PindoPattern } from '#web/ui/brand.tsx';
import { getInitials } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconPhone } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { EnquiryForm } from './enquiry.tsx';
import { CostBreakdownLines } from './offer/bill.tsx';
import type { PublicListingView } from './offer/offer-view.ts';
import type { AgentCardView } from './offer/property-view.ts';
import classes from './property.module.css';
import type { PropertyPageData } from './property-load.ts';

/** The price box of an offer: price, promotion, move-in cost and later bills, then the link to the listing or the ways to apply. */
export const ListingPriceBox = ({
  offer,
  line,
  says,
  see,
}: {
  offer: PublicListingView;
  line: string;
  says: PropertyPageData['says'];
  see: string | null;
}) => (
  <section className={classes.box} aria-label={offer.title}>
    <PindoPattern h={10} />
    <div className={classes.boxIn}>
      <div className={classes.price}>
        {offer.price}
        {offer.per && <span> {offer.per}</span>}
      </div>
      <p className={classes.quiet}>{line}</p>
      {offer.promotion && <p className={classes.promotion}>{offer.promotion}</p>}
      <CostBreakdownLines bill={offer.moveIn} />
      {offer.later.map(({ title, bill }) => (
        <details key={title} className={classes.monthly}>
          <summary>
            <span>{title}</span>
            <b>{bill.total[1]}</b>
          </summary>
          <CostBreakdownLines bill={bill} />
        </details>
      ))}
      {see && (
        <Button href={see} size="md" fullWidth>
          {says.see}
        </Button>
      )}
      {!see &&
        offer.ways.map(({ label, href }) => (
          <Button key={href} href={href} size="md" fullWidth>
            {label}
          </Button>
        ))}
    </div>
  </section>
);

type ContactView = Pick<PropertyPageData, 'agent' | 'enquiry' | 'enquired'>;

/** `offer` is the page's listing: tours and enquiries are for it, and a bid if it is negotiable. */
export const ContactPanel = ({ view, offer }: { view: ContactView; offer: Pick<PublicListingView, 'id' | 'bid'> | null }) => (
  <div className={classes.box}>
    <div className={classes.boxIn}>
      {view.agent && <Agent agent={view.agent} />}
      {offer && (
        <Button href={`/tour/${offer.id}`} variant="default" size="md" fullWidth>
          {view.enquiry.tour}
        </Button>
      )}
      {offer?.bid && (
        <Button href={offer.bid.href} variant="default" size="md" fullWidth>
          {offer.bid.label}
        </Button>
      )}
      {(offer || view.agent) && (
        <EnquiryForm says={view.enquiry} listingId={offer?.id ?? null} agentId={view.agent?.id ?? null} before={view.enquired} />
      )}
    </div>
  </div>
);

const Agent = ({ agent }: { agent: AgentCardView }) => (
  <div className={classes.agent}>
    {agent.image ? <img src={agent.image} alt="" width={44} height={44} loading="lazy" /> : <span aria-hidden="true">{getInitials(agent.name)}</span>}
    <div>
      <a href={agent.href} data-soft>
        {agent.name}
      </a>
      <p>{agent.line}</p>
    </div>
    {agent.whatsapp && (
      <a className={classes.round} href={agent.whatsapp.href} target="_blank" rel="noopener" aria-label={agent.whatsapp.label}>
        <IconBrandWhatsapp size={20} aria-hidden />
      </a>
    )}
    {agent.call && (
      <a className={classes.round} href={agent.call.href} aria-label={agent.call.says}>
        <IconPhone size={20} aria-hidden />
      </a>
    )}
  </div>
);

/** Cost and contact: beside the page on a wide screen; on a phone the cost follows the header and the contact is last. */
export const ContactSidebar = ({ children, contact }: { children: ReactNode; contact: ReactNode }) => (
  <aside className={classes.side}>
    {children}
    <div className={classes.ask}>{contact}</div>
  </aside>
);

/** On a phone the price, the favourite button and one action stay at the bottom of the screen. */
export const ListingActionBar = ({ offer, title, ask, href }: { offer: PublicListingView; title: string; ask: string; href: string }) => (
  <div className={classes.payBar} data-paybar>
    <div>
      <div className={classes.price}>
        {offer.price}
        {offer.per && <span> {offer.per}</span>}
      </div>
      {offer.bar && <small>{offer.bar}</small>}
    </div>
    <FavouriteButton id={offer.id} title={title} />
    <Button size="md" href={href}>
      {ask}
    </Button>
  </div>
);
