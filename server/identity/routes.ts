import { identityCalls } from '#contract/identity/calls.ts';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { joinService } from './join.ts';
import { securityService } from './security.ts';
import { identityService } from './service.ts';

export const identityRoutes = (house: House) => [
  ...serve(identityCalls, identityService(house)),
  ...serve(joinCalls, joinService(house)),
  ...serve(securityCalls, securityService(house)),
];
