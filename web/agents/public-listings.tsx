import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { ListingCards } from '#web/portal/card/cards.tsx';
import { RemovedListing } from '#web/portal/removed-listing.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { m } from '#words/messages.js';
import classes from './agents.module.css';
import { loadAgentListings } from './load.ts';

export const handle = makeScreenHandle(agentsPublicScreens.publicListings, m.screens_agents_public_listings);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => loadAgentListings({ context, request, params });

/** All listings of an agent, page by page. */
export default function AgentListings() {
  const view = useLoaderData<typeof loader>();
  if ('gone' in view) return <RemovedListing view={view} />;
  const { agent, cards, cardLabels, count, previous, next } = view;
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs
        items={[
          { label: m.screens_agents_search(), href: href(agentsPublicScreens.search) },
          { label: agent.name, href: agent.href },
          { label: m.agents_homes() },
        ]}
        label={m.shell_nav_sections()}
      />
      <h1>{m.agents_homes_of({ name: agent.name })}</h1>
      <p className={classes.lead}>{count}</p>
      {cards.length === 0 ? (
        <p className={classes.quiet}>{m.agents_no_homes()}</p>
      ) : (
        <ListingCards cards={cards} says={cardLabels} eager={4} heading="h2" />
      )}
      {(previous || next) && (
        <nav className={classes.pages} aria-label={m.agents_pages()}>
          {previous && <AppLink href={previous}>{m.shell_page_previous()}</AppLink>}
          {next && <AppLink href={next}>{m.shell_page_next()}</AppLink>}
        </nav>
      )}
    </div>
  );
}
