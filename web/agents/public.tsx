import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { ListingCards } from '#web/portal/card/cards.tsx';
import { EnquiryForm } from '#web/portal/enquiry.tsx';
import { RemovedListing } from '#web/portal/removed-listing.tsx';
import { ReviewsIsland } from '#web/review/reviews-island.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { AgentBadges, AgentCallLink, AgentPortrait } from './agent-parts.tsx';
import classes from './agents.module.css';
import { loadAgentPage } from './load.ts';

export const handle = makeScreenHandle(agentsPublicScreens.public, m.screens_agents_public);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => loadAgentPage({ context, request, params });

type View = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { gone: true }>;

/** The public page of an agent: profile, places, listings, reviews, contact form. */
export default function AgentPage() {
  const view = useLoaderData<typeof loader>();
  return 'gone' in view ? <RemovedListing view={view} /> : <Agent view={view} />;
}

function Agent({ view }: { view: View }) {
  const { agent } = view;
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs
        items={[{ label: m.screens_agents_search(), href: href(agentsPublicScreens.search) }, { label: agent.name }]}
        label={m.shell_nav_sections()}
      />
      <div className={classes.cols}>
        <div className={classes.main}>
          <header className={classes.head}>
            <AgentPortrait agent={agent} size={96} />
            <div>
              <h1>{agent.name}</h1>
              {agent.company && <p className={classes.company}>{agent.company}</p>}
              <AgentBadges agent={agent} />
              <p className={classes.facts}>{[agent.offers, agent.answers, ...view.facts].filter(Boolean).join(' · ')}</p>
              <AgentCallLink agent={agent} />
            </div>
          </header>
          <About view={view} />
          <section className={classes.section} aria-labelledby="homes">
            <div className={classes.sectionHead}>
              <h2 id="homes">{m.agents_homes()}</h2>
              {view.cards.length > 0 && <AppLink href={view.map}>{m.agents_map()}</AppLink>}
            </div>
            {view.cards.length === 0 ? (
              <p className={classes.quiet}>{m.agents_no_homes()}</p>
            ) : (
              <ListingCards cards={view.cards} says={view.cardLabels} />
            )}
            {view.more && (
              <Button variant="default" href={agent.listingsHref} className={classes.more}>
                {m.agents_all_homes()}
              </Button>
            )}
          </section>
          <ReviewsIsland view={view.reviews} className={classes.section} report={{ target: 'agent', id: agent.id, subject: agent.name }} />
        </div>
        <aside className={classes.side}>
          <EnquiryForm says={view.enquiry} listingId={null} agentId={agent.id} before={view.enquired} />
        </aside>
      </div>
    </div>
  );
}

function About({ view: { bio, languages, specialities, areas } }: { view: View }) {
  return (
    <section className={classes.section} aria-labelledby="about">
      <h2 id="about">{m.agents_about()}</h2>
      <p className={bio ? classes.bio : classes.quiet}>{bio || m.agents_no_bio()}</p>
      <dl className={classes.defs}>
        {specialities.length > 0 && (
          <div>
            <dt>{m.agents_specialities()}</dt>
            <dd>{specialities.join(', ')}</dd>
          </div>
        )}
        {languages.length > 0 && (
          <div>
            <dt>{m.agents_languages()}</dt>
            <dd>{languages.join(', ')}</dd>
          </div>
        )}
        {areas.length > 0 && (
          <div>
            <dt>{m.agents_areas()}</dt>
            <dd className={classes.areas}>
              {areas.map((area) =>
                area.n > 0 ? (
                  <AppLink key={area.id} href={area.href}>
                    {area.name} <small>{area.n}</small>
                  </AppLink>
                ) : (
                  <span key={area.id}>{area.name}</span>
                ),
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
