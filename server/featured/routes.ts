import { featuredCalls } from '#contract/featured/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const featuredRoutes = serve(featuredCalls, service);
