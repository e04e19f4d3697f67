import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { buildStreetDrawingUrl } from '#contract/art/url.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { PindoPattern } from '#web/ui/brand.tsx';
import { IconCheck } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { loadHomeView } from './home-load.ts';
import classes from './landing.module.css';
import { SampleCostBreakdownPanel } from './offer/bill.tsx';
import { SearchBox } from './search/search-box.tsx';
import { PlatformFigures } from './sections.tsx';
import { buildOrganizationStructuredData, serializeStructuredData } from './structured-data.ts';

export const handle = makeScreenHandle(portalPublicScreens.landing, m.screens_portal_landing);

const street = ['tower', 'villa', 'shop', 'walkup', 'godown', 'maisonette'] as const;

const sayings = (product: string) => ({
  title: m.portal_landing_title(),
  lead: m.portal_landing_lead({ product }),
  proof: m.portal_landing_proof({ product }),
  start: m.portal_landing_start(),
  startText: m.portal_landing_start_text(),
  cost: m.portal_landing_cost(),
  costText: m.portal_landing_cost_text(),
  people: [
    {
      title: m.portal_landing_tenants(),
      points: [m.portal_landing_tenants_1(), m.portal_landing_tenants_2(), m.portal_landing_tenants_3()],
      go: { label: m.portal_landing_tenants_go(), href: '/listings' },
    },
    {
      title: m.portal_landing_owners(),
      points: [m.portal_landing_owners_1(), m.portal_landing_owners_2(), m.portal_landing_owners_3()],
      go: { label: m.portal_list_property(), href: joinHref },
    },
    {
      title: m.portal_landing_agents(),
      points: [m.portal_landing_agents_1(), m.portal_landing_agents_2(), m.portal_landing_agents_3()],
      go: { label: m.portal_landing_agents_go(), href: joinHref },
    },
  ],
});
const joinHref = `${href(identityPublicScreens.signIn)}?prompt=create`;

export async function loader({ context }: LoaderFunctionArgs) {
  const { product, appUrl } = readServerFunctions(context);
  const { box, numbers, sample } = await loadHomeView(context);
  return {
    box,
    numbers,
    sample,
    says: sayings(product),
    joinHref,
    page: {
      title: m.screens_portal_landing(),
      description: m.portal_landing_lead({ product }),
      languages: true as const,
      ld: serializeStructuredData(buildOrganizationStructuredData(product, appUrl)),
    },
  };
}

/** The landing page of campaigns: search, figures, and benefits for each audience. */
export default function LandingPage() {
  const { box, numbers, sample, says, joinHref: join } = useLoaderData<typeof loader>();
  return (
    <>
      <section className={classes.hero}>
        <div className="wrap">
          <h1>{says.title}</h1>
          <p>{says.lead}</p>
          <SearchBox says={box} />
        </div>
        <img className={classes.street} src={buildStreetDrawingUrl('kampeni', street, 3)} alt="" width={2880} height={360} />
        <PindoPattern h={14} />
      </section>
      <div className="wrap">
        <h2 className="sr-only">{says.proof}</h2>
        <PlatformFigures numbers={numbers} />
        <ul className={classes.people}>
          {says.people.map((one) => (
            <li key={one.title}>
              <h2>{one.title}</h2>
              <ul>
                {one.points.map((point) => (
                  <li key={point}>
                    <IconCheck size={18} aria-hidden />
                    {point}
                  </li>
                ))}
              </ul>
              <Button variant="default" size="md" href={one.go.href}>
                {one.go.label}
              </Button>
            </li>
          ))}
        </ul>
        {sample && (
          <section className={classes.cost} aria-labelledby="cost">
            <div>
              <h2 id="cost">{says.cost}</h2>
              <p>{says.costText}</p>
            </div>
            <SampleCostBreakdownPanel sample={sample} />
          </section>
        )}
        <section className={classes.start} aria-labelledby="start">
          <h2 id="start">{says.start}</h2>
          <p>{says.startText}</p>
          <Button size="md" href={join}>
            {says.people[1]?.go.label}
          </Button>
        </section>
      </div>
    </>
  );
}
