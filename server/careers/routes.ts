import { careersCalls } from '#contract/careers/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { careersService } from './service.ts';

export const careersRoutes = (house: House) => serve(careersCalls, careersService(house));
