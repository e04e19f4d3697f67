import { identityCalls } from '#contract/identity/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { identityService } from './service.ts';

export const identityRoutes = (house: House) => serve(identityCalls, identityService(house));
