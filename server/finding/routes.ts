import { findingCalls } from '#contract/finding/calls.ts';
import { serve } from '#server/kernel/registry.ts';
import * as service from './service.ts';

export const findingRoutes = serve(findingCalls, service);
