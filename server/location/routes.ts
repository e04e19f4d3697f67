import { locationCalls } from '#contract/location/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const locationRoutes = serve(locationCalls, service);
