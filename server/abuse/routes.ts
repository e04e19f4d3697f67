import { abuseCalls } from '#contract/abuse/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { abuseService } from './service.ts';

export const abuseRoutes = (house: House) => serve(abuseCalls, abuseService(house));
