import { agentsCalls } from '#contract/agents/calls.ts';
import { fillAgents } from '#server/db/demo/agents.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';

export const agentsRoom: ServerRoom = {
  calls: { agents: agentsCalls },
  routes: () => serve(agentsCalls, service),
  demo: ({ db }) => fillAgents(db),
};
