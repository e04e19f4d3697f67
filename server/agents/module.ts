import { agentsCalls } from '#contract/agents/calls.ts';
import { fillAgents } from '#server/db/demo/people/agents.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import * as service from './service.ts';

export const agentsModule: ServerModule = {
  calls: { agents: agentsCalls },
  routes: () => serveCalls(agentsCalls, service),
  demo: ({ db }) => fillAgents(db),
  withoutFeatures: explainMissingFeatures('The module has no records. It shows agents, whose accounts belong to module people.'),
};
