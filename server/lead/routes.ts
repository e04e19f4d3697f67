import { leadCalls } from '#contract/lead/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { leadService } from './service.ts';

export const leadRoutes = (house: House) => serve(leadCalls, leadService(house));
