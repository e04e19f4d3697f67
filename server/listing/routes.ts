import { listingCalls } from '#contract/listing/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { listingService } from './service.ts';

export const listingRoutes = (house: House) => serve(listingCalls, listingService(house));
