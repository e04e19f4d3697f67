import { searchCalls } from '#contract/search/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { searchIn } from './service.ts';

export const searchRoutes = (house: House) => serve(searchCalls, searchIn(house.database.reads));
