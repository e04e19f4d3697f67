import { findingCalls } from '#contract/finding/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { findingService } from './service.ts';

export const findingRoutes = (house: House) => serve(findingCalls, findingService(house));
