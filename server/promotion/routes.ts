import { promotionCalls } from '#contract/promotion/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as service from './service.ts';

export const promotionRoutes = serve(promotionCalls, service);
