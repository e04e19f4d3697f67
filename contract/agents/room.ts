import { platformRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { readingNeeds } from '#contract/people/kinds.ts';
import { m } from '#words/messages.js';
import { agentsPublic } from './public.ts';

const withAgents = [...platformRoles, 'dealer', 'owner'] as const;

/** Agents as anybody sees them, and what the dashboards add to an agent's page (the page itself is of the room people). */
export const agentsRoom = room({
  screens: {
    ...agentsPublic,
    listings: {
      title: m.screens_agents_listings,
      at: 'agents/:id/listings',
      layouts: withAgents,
      needs: readingNeeds('agent'),
      view: 'agents/listings',
    },
    reviews: {
      title: m.screens_agents_reviews,
      at: 'agents/:id/rating_and_reviews',
      layouts: withAgents,
      needs: readingNeeds('agent'),
      view: 'agents/reviews',
    },
  },
});
