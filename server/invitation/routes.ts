import { invitationCalls } from '#contract/invitation/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { invitationService } from './service.ts';

export const invitationRoutes = (house: House) => serve(invitationCalls, invitationService(house));
