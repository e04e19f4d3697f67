import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { buildStreetDrawingUrl } from '#contract/art/url.ts';
import { homePublicScreens } from '#contract/home/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import type { loader as frameLoader } from '#web/layout/public-layout.tsx';
import { ListingCards } from '#web/portal/card/cards.tsx';
import { loadHomeView } from '#web/portal/home-load.ts';
import { SampleCostBreakdownPanel } from '#web/portal/offer/bill.tsx';
import { SearchBox } from '#web/portal/search/search-box.tsx';
import { EstateLinks, PageSection, PlatformFigures } from '#web/portal/sections.tsx';
import { buildOrganizationStructuredData, buildSiteStructuredData, serializeStructuredData } from '#web/portal/structured-data.ts';
import { PindoPattern } from '#web/ui/brand.tsx';
import { IconBriefcase, IconBuildingCommunity, IconChevronRight, IconHome, IconId, IconReceipt, IconShieldCheck, IconTruck } from '#web/ui/icons.ts';
import { Chip, ChipRow } from '#web/ui/public/chip.tsx';
import { m } from '#words/messages.js';
import classes from './home.module.css';

export const handle = makeScreenHandle(homePublicScreens.public, m.screens_home_public);

const street = ['walkup', 'maisonette', 'tower', 'shop', 'bungalow', 'office'] as const;

/** The page's texts are resolved on the server: the browser gets sentences, not a dictionary. */
const sayings = (product: string) => ({
  title: m.home_title(),
  lead: m.home_lead(),
  featured: { title: m.portal_featured_title(), text: m.portal_featured_text() },
  newest: { title: m.portal_newest_title(), text: m.portal_newest_text() },
  seeAll: m.portal_see_all(),
  estates: { title: m.portal_estates_title(), text: m.portal_estates_text({ product }), more: m.portal_open_map() },
  trust: m.home_trust_title(),
  steps: [
    { title: m.home_trust_visited(), text: m.home_trust_visited_text() },
    { title: m.home_trust_number(), text: m.home_trust_number_text() },
    { title: m.home_trust_agents(), text: m.home_trust_agents_text() },
  ],
  people: m.home_people_title({ product }),
  kinds: [
    { title: m.identity_onboarding_tenant(), text: m.identity_onboarding_tenant_text() },
    { title: m.identity_onboarding_owner(), text: m.identity_onboarding_owner_text() },
    { title: m.identity_onboarding_agent(), text: m.identity_onboarding_agent_text() },
    { title: m.identity_onboarding_dealer(), text: m.identity_onboarding_dealer_text() },
  ],
  policies: m.home_policies_title(),
});

export async function loader({ context }: LoaderFunctionArgs) {
  const { product, appUrl } = readServerFunctions(context);
  return {
    ...(await loadHomeView(context)),
    says: sayings(product),
    page: {
      title: m.screens_home_public(),
      description: m.home_lead(),
      languages: true as const,
      ld: serializeStructuredData(buildOrganizationStructuredData(product, appUrl), buildSiteStructuredData(product, appUrl)),
    },
  };
}
type Says = ReturnType<typeof sayings>;

/** Search, new listings, prices, and the way to join. */
export default function PublicHomePage() {
  const { says, box, cardLabels, popular, featured, newest, estates, numbers, sample } = useLoaderData<typeof loader>();
  return (
    <>
      <section className={classes.hero}>
        <div className={`wrap ${classes.heroIn}`}>
          <h1 className={classes.title}>{says.title}</h1>
          <p className={classes.lead}>{says.lead}</p>
          <SearchBox says={box} />
        </div>
        <img
          className={classes.street}
          data-light="day"
          src={buildStreetDrawingUrl('karibu', street, 0)}
          alt=""
          width={2880}
          height={360}
          fetchPriority="high"
        />
        <img
          className={classes.street}
          data-light="night"
          src={buildStreetDrawingUrl('karibu', street, 3)}
          alt=""
          width={2880}
          height={360}
          loading="lazy"
        />
        <PindoPattern h={14} />
      </section>
      <div className="wrap">
        <div className={classes.popular}>
          <ChipRow>
            {popular.map((one) => (
              <Chip key={one.href} href={one.href}>
                {one.label}
              </Chip>
            ))}
          </ChipRow>
        </div>
        {featured.length > 0 && (
          <PageSection id="featured" {...says.featured}>
            <ListingCards cards={featured} says={cardLabels} strip />
          </PageSection>
        )}
        {newest.length > 0 && (
          <PageSection id="newest" {...says.newest} more={{ label: says.seeAll, href: '/listings?sort=newest' }}>
            <ListingCards cards={newest} says={cardLabels} strip />
          </PageSection>
        )}
        {estates.length > 0 && (
          <PageSection id="estates" title={says.estates.title} text={says.estates.text} more={{ label: says.estates.more, href: '/mapsearch' }}>
            <EstateLinks estates={estates} />
          </PageSection>
        )}
        <Trust says={says} sample={sample} />
        <PlatformFigures numbers={numbers} />
        <People says={says} />
        <Policies title={says.policies} />
      </div>
    </>
  );
}

const stepSigns = [IconShieldCheck, IconReceipt, IconId];
const kindSigns = [IconHome, IconBuildingCommunity, IconBriefcase, IconTruck];

function Trust({ says, sample }: { says: Says; sample: Awaited<ReturnType<typeof loadHomeView>>['sample'] }) {
  return (
    <section className={`${classes.section} ${classes.trust}`} aria-labelledby="trust">
      <div>
        <h2 id="trust">{says.trust}</h2>
        <ul>
          {says.steps.map(({ title, text }, at) => {
            const Sign = stepSigns[at] ?? IconId;
            return (
              <li key={title}>
                <Sign size={26} stroke={1.7} aria-hidden />
                <div>
                  <b>{title}</b>
                  <p>{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
      {sample && <SampleCostBreakdownPanel sample={sample} />}
    </section>
  );
}

function People({ says }: { says: Says }) {
  return (
    <section className={classes.section} aria-labelledby="people">
      <h2 id="people">{says.people}</h2>
      <ul className={classes.people}>
        {says.kinds.map(({ title, text }, at) => {
          const Sign = kindSigns[at] ?? IconHome;
          return (
            <li key={title}>
              <Sign size={26} stroke={1.6} aria-hidden />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The policies for this visitor, as in the footer menu. */
function Policies({ title }: { title: string }) {
  const frame = useRouteLoaderData<typeof frameLoader>('frame.public');
  const { locale } = useApp();
  if (!frame || frame.policies.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="policies">
      <h2 id="policies">{title}</h2>
      <ul className={classes.policies}>
        {frame.policies.map((p) => (
          <li key={p.id}>
            <a href={href(policyPublicScreens.read, { id: p.id, slug: p.slug })} data-soft>
              {(locale === 'sw' && p.title_sw) || p.title}
              <IconChevronRight size={16} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
