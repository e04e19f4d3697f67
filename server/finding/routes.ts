import { findingCalls } from '#contract/finding/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { findingService } from './service.ts';

export const findingRoutes = (house: House) => serve(findingCalls, findingService(house));
