import { reviewCalls } from '#contract/review/calls.ts';
import { serve } from '#server/http/registry.ts';
import * as review from './service.ts';

export const reviewRoutes = serve(reviewCalls, review);
