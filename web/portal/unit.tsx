import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { portalPublic } from '#contract/portal/public.ts';
import { screenHandle } from '#web/layout/current-screen.ts';
import { Reviews } from '#web/review/reviews-island.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { m } from '#words/messages.js';
import { DeferredCards } from './card/deferred-cards.tsx';
import { useVisited } from './card/use-visited.ts';
import { Contact, OfferBox, PayBar, Side } from './contact.tsx';
import { History } from './history.tsx';
import { Gallery } from './offer/gallery.tsx';
import { Amenities, Block, Checked, Head, MapBlock, Pairs, Paragraphs } from './offer/property-blocks.tsx';
import classes from './property.module.css';
import { RemovedListing } from './removed-listing.tsx';
import { Section } from './sections.tsx';
import { type UnitData, unitView } from './unit-load.ts';

export const handle = screenHandle(portalPublic.unit, m.screens_portal_unit);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => unitView({ context, request, params });

export default function UnitPage() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered view={view} />;
}

function Offered({ view }: { view: UnitData }) {
  const { says, offers } = view;
  const first = offers[0];
  useVisited(first?.id ?? null);
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs items={view.crumbs} label={view.crumbsLabel} />
      <Gallery media={view.gallery.media} says={view.gallery.says} />
      <div className={classes.two}>
        <div>
          <Head view={view} compareId={first?.id ?? null} />
          <p className={classes.more}>
            <a href={view.building.href} data-soft>
              {view.building.label}
            </a>
          </p>
        </div>
        <Side contact={<Contact view={view} offer={first ?? null} />}>
          {offers.map((offer) => (
            <OfferBox key={offer.id} offer={offer} line={offers.length > 1 ? offer.type : offer.code} says={says} see={null} />
          ))}
        </Side>
        <div>
          {first?.description && (
            <Block title={says.about}>
              <Paragraphs text={first.description} />
            </Block>
          )}
          {first && (
            <Block title={says.terms}>
              <Pairs pairs={first.terms} />
            </Block>
          )}
          {first?.history && (
            <Block title={says.history}>
              <History history={first.history} />
            </Block>
          )}
          <Amenities title={says.amenities} groups={view.amenities} />
          <Checked title={says.checked} verified={view.verified} />
          {view.rules && (
            <Block title={says.rules}>
              <Paragraphs text={view.rules} />
            </Block>
          )}
          <MapBlock title={says.map} map={view.map} />
          <Reviews view={view.reviews} className={classes.block} report={first ? { target: 'listing', id: first.id, subject: view.name } : null} />
          <p className={classes.small}>
            {says.listedBy} · {says.updated}
          </p>
        </div>
      </div>
      {view.similar.length > 0 && (
        <Section id="similar" title={says.similar}>
          <DeferredCards cards={view.similar} says={view.cardLabels} strip />
        </Section>
      )}
      {first && <PayBar offer={first} title={view.name} ask={says.ask} href="#enquiry" />}
    </div>
  );
}
