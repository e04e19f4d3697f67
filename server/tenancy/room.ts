import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { followMerge } from './merged.ts';
import { tenancyScopes } from './scopes.ts';
import * as service from './service.ts';

export const tenancyRoom: ServerRoom = {
  scopes: tenancyScopes,
  calls: { tenancy: tenancyCalls },
  routes: () => serve(tenancyCalls, service),
  follows: { 'tenant.merged': followMerge },
};
