import { referenceCalls } from '#contract/reference/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { referenceService } from './service.ts';

export const referenceRoutes = (house: House) => serve(referenceCalls, referenceService(house));
