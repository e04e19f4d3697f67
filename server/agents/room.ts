import { agentsCalls } from '#contract/agents/calls.ts';
import { fillAgents } from '#server/db/demo/people/agents.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';

export const agentsRoom: ServerRoom = {
  calls: { agents: agentsCalls },
  routes: () => serve(agentsCalls, service),
  demo: ({ db }) => fillAgents(db),
  without: because('It has no records: it shows agents, who belong to people.'),
};
