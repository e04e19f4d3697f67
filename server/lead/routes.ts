import { leadCalls } from '#contract/lead/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { leadService } from './service.ts';

export const leadRoutes = (house: House) => serve(leadCalls, leadService(house));
