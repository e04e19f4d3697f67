import { defineModule } from '#contract/kernel/module.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { getPeopleReadRequirement } from '#contract/people/kinds.ts';
import { m } from '#words/messages.js';
import { agentsPublicScreens } from './public.ts';

const withAgents = [...platformRoles, 'dealer', 'owner'] as const;

/** Public agent pages, and the dashboards' additions to an agent's page (the page itself belongs to the people module). */
export const agentsModule = defineModule({
  screens: {
    ...agentsPublicScreens,
    listings: {
      title: m.screens_agents_listings,
      at: 'agents/:id/listings',
      layouts: withAgents,
      needs: getPeopleReadRequirement('agent'),
      view: 'agents/listings',
    },
    reviews: {
      title: m.screens_agents_reviews,
      at: 'agents/:id/rating_and_reviews',
      layouts: withAgents,
      needs: getPeopleReadRequirement('agent'),
      view: 'agents/reviews',
    },
  },
});
