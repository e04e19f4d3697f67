import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { ReviewsIsland } from '#web/review/reviews-island.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { m } from '#words/messages.js';
import { DeferredListingCards } from './card/deferred-cards.tsx';
import { useReportVisit } from './card/use-visited.ts';
import { ContactPanel, ContactSidebar, ListingActionBar, ListingPriceBox } from './contact.tsx';
import { PriceHistoryChart } from './history.tsx';
import { ListingGallery } from './offer/gallery.tsx';
import {
  AmenityGroups,
  FactPairs,
  PropertyHeading,
  PropertyMapSection,
  PropertyPageSection,
  TextParagraphs,
  VerificationChecks,
} from './offer/property-blocks.tsx';
import classes from './property.module.css';
import { RemovedListing } from './removed-listing.tsx';
import { PageSection } from './sections.tsx';
import { loadUnitView, type UnitPageData } from './unit-load.ts';

export const handle = makeScreenHandle(portalPublicScreens.unit, m.screens_portal_unit);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => loadUnitView({ context, request, params });

export default function UnitPage() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered view={view} />;
}

function Offered({ view }: { view: UnitPageData }) {
  const { says, offers } = view;
  const first = offers[0];
  useReportVisit(first?.id ?? null);
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs items={view.crumbs} label={view.crumbsLabel} />
      <ListingGallery media={view.gallery.media} says={view.gallery.says} />
      <div className={classes.two}>
        <div>
          <PropertyHeading view={view} compareId={first?.id ?? null} />
          <p className={classes.more}>
            <a href={view.building.href} data-soft>
              {view.building.label}
            </a>
          </p>
        </div>
        <ContactSidebar contact={<ContactPanel view={view} offer={first ?? null} />}>
          {offers.map((offer) => (
            <ListingPriceBox key={offer.id} offer={offer} line={offers.length > 1 ? offer.type : offer.code} says={says} see={null} />
          ))}
        </ContactSidebar>
        <div>
          {first?.description && (
            <PropertyPageSection title={says.about}>
              <TextParagraphs text={first.description} />
            </PropertyPageSection>
          )}
          {first && (
            <PropertyPageSection title={says.terms}>
              <FactPairs pairs={first.terms} />
            </PropertyPageSection>
          )}
          {first?.history && (
            <PropertyPageSection title={says.history}>
              <PriceHistoryChart history={first.history} />
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
          <ReviewsIsland
            view={view.reviews}
            className={classes.block}
            report={first ? { target: 'listing', id: first.id, subject: view.name } : null}
          />
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
      {first && <ListingActionBar offer={first} title={view.name} ask={says.ask} href="#enquiry" />}
    </div>
  );
}
