import { agentsCalls } from '#contract/agents/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const agentsRoutes = serve(agentsCalls, service);
