import { homeCalls } from '#contract/home/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const homeRoutes = serve(homeCalls, service);
