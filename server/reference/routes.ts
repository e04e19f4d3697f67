import { referenceCalls } from '#contract/reference/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { referenceService } from './service.ts';

export const referenceRoutes = (house: House) => serve(referenceCalls, referenceService(house));
