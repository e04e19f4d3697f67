import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { portalPublic } from '#contract/portal/public.ts';
import { screenHandle } from '#web/layout/current-screen.ts';
import { Reviews } from '#web/review/reviews-island.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { m } from '#words/messages.js';
import { DeferredCards } from './card/deferred-cards.tsx';
import { useVisited } from './card/use-visited.ts';
import { Contact, OfferBox, PayBar, Side } from './contact.tsx';
import { Gallery } from './offer/gallery.tsx';
import { Amenities, Block, Checked, Head, MapBlock, Paragraphs } from './offer/property-blocks.tsx';
import { UnitsTable } from './offer/units-table.tsx';
import classes from './property.module.css';
import { type PropertyData, propertyView } from './property-load.ts';
import { RemovedListing } from './removed-listing.tsx';
import { Section } from './sections.tsx';

export const handle = screenHandle(portalPublic.property, m.screens_portal_property);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => propertyView({ context, request, params });

export default function PropertyPage() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered view={view} />;
}

function Offered({ view }: { view: PropertyData }) {
  const { says, box } = view;
  useVisited(view.offers[0]?.id ?? null);
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs items={view.crumbs} label={view.crumbsLabel} />
      <Gallery media={view.gallery.media} says={view.gallery.says} />
      <div className={classes.two}>
        <div>
          <Head view={view} compareId={box?.offer.id ?? null} />
          {view.units.rows.length > 0 && (
            <Block title={says.units}>
              <UnitsTable rows={view.units.rows} says={view.units.says} />
              {view.units.all && (
                <p className={classes.more}>
                  <a href={view.units.all.href} data-soft>
                    {view.units.all.label}
                  </a>
                </p>
              )}
            </Block>
          )}
        </div>
        <Side contact={<Contact view={view} offer={box?.offer ?? null} />}>
          {box && <OfferBox offer={box.offer} line={box.line} says={says} see={box.href} />}
        </Side>
        <div>
          {view.description && (
            <Block title={says.about}>
              <Paragraphs text={view.description} />
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
          <Reviews view={view.reviews} className={classes.block} report={{ target: 'property', id: view.id, subject: view.name }} />
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
      {box && <PayBar offer={box.offer} title={view.name} ask={box.href ? says.see : says.ask} href={box.href ?? '#enquiry'} />}
    </div>
  );
}
