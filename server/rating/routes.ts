import { ratingCalls } from '#contract/rating/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const ratingRoutes = serve(ratingCalls, service);
