import { platformRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';
import { readingNeeds } from '#contract/people/kinds.ts';

const withAgents = [...platformRoles, 'dealer', 'owner'] as const;

/** Agents as anybody sees them, and what the dashboards add to an agent's page (the page itself is of the room people). */
export const agentsScreens = screens({
  search: { at: '/agents', layouts: ['default'], needs: 'anyone', view: 'agents/search', live: true },
  public: { at: '/agents/:id/:slug', layouts: ['default'], needs: 'anyone', view: 'agents/public', live: true },
  publicListings: { at: '/agents/:id/:slug/listings', layouts: ['default'], needs: 'anyone', view: 'agents/public-listings', live: true },
  listings: { at: 'agents/:id/listings', layouts: withAgents, needs: readingNeeds('agent'), view: 'agents/listings' },
  reviews: { at: 'agents/:id/rating_and_reviews', layouts: withAgents, needs: readingNeeds('agent'), view: 'agents/reviews' },
});
