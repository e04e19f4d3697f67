import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { ReviewsIsland } from '#web/review/reviews-island.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { m } from '#words/messages.js';
import { DeferredListingCards } from './card/deferred-cards.tsx';
import { useReportVisit } from './card/use-visited.ts';
import { ContactPanel, ContactSidebar, ListingActionBar, ListingPriceBox } from './contact.tsx';
import { ListingGallery } from './offer/gallery.tsx';
import {
  AmenityGroups,
  PropertyHeading,
  PropertyMapSection,
  PropertyPageSection,
  TextParagraphs,
  VerificationChecks,
} from './offer/property-blocks.tsx';
import { UnitsTable } from './offer/units-table.tsx';
import classes from './property.module.css';
import { loadPropertyView, type PropertyPageData } from './property-load.ts';
import { RemovedListing } from './removed-listing.tsx';
import { PageSection } from './sections.tsx';

export const handle = makeScreenHandle(portalPublicScreens.property, m.screens_portal_property);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => loadPropertyView({ context, request, params });

export default function PropertyPage() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered view={view} />;
}

function Offered({ view }: { view: PropertyPageData }) {
  const { says, box } = view;
  useReportVisit(view.offers[0]?.id ?? null);
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs items={view.crumbs} label={view.crumbsLabel} />
      <ListingGallery media={view.gallery.media} says={view.gallery.says} />
      <div className={classes.two}>
        <div>
          <PropertyHeading view={view} compareId={box?.offer.id ?? null} />
          {view.units.rows.length > 0 && (
            <PropertyPageSection title={says.units}>
              <UnitsTable rows={view.units.rows} says={view.units.says} />
              {view.units.all && (
                <p className={classes.more}>
                  <a href={view.units.all.href} data-soft>
                    {view.units.all.label}
                  </a>
                </p>
              )}
            </PropertyPageSection>
          )}
        </div>
        <ContactSidebar contact={<ContactPanel view={view} offer={box?.offer ?? null} />}>
          {box && <ListingPriceBox offer={box.offer} line={box.line} says={says} see={box.href} />}
        </ContactSidebar>
        <div>
          {view.description && (
            <PropertyPageSection title={says.about}>
              <TextParagraphs text={view.description} />
            </PropertyPageSection>
          )}
          <AmenityGroups title={says.amenities} groups={view.amenities} />
          <VerificationChecks title={says.checked} verified={view.verified} />
          {view.rules && (
            <PropertyPageSection title={says.rules}>
              <TextParagraphs text={view.rules} />
            </PropertyPageSection>
          )}
          <PropertyMapSection title={says.map} map={view.map} />
          <ReviewsIsland view={view.reviews} className={classes.block} report={{ target: 'property', id: view.id, subject: view.name }} />
          <p className={classes.small}>
            {says.listedBy} · {says.updated}
          </p>
        </div>
      </div>
      {view.similar.length > 0 && (
        <PageSection id="similar" title={says.similar}>
          <DeferredListingCards cards={view.similar} says={view.cardLabels} strip />
        </PageSection>
      )}
      {box && <ListingActionBar offer={box.offer} title={view.name} ask={box.href ? says.see : says.ask} href={box.href ?? '#enquiry'} />}
    </div>
  );
}
