import { accessCalls } from '#contract/access/all-calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const accessRoutes = serve(accessCalls, service);
