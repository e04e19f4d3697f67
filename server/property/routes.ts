import { propertyCalls } from '#contract/property/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const propertyRoutes = serve(propertyCalls, service);
