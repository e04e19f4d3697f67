import { abuseCalls } from '#contract/abuse/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { abuseService } from './service.ts';

export const abuseRoutes = (house: House) => serve(abuseCalls, abuseService(house));
