import { policyCalls } from '#contract/policy/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const policyRoutes = serve(policyCalls, service);
