import { invitationCalls } from '#contract/invitation/calls.ts';
import type { House } from '#server/kernel/house.ts';
import { serve } from '#server/kernel/registry.ts';
import { invitationService } from './service.ts';

export const invitationRoutes = (house: House) => serve(invitationCalls, invitationService(house));
