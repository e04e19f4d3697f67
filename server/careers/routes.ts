import { careersCalls } from '#contract/careers/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { careersService } from './service.ts';

export const careersRoutes = (house: House) => serve(careersCalls, careersService(house));
