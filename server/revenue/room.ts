import { revenueCalls } from '#contract/revenue/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';

export const revenueRoom: ServerRoom = {
  calls: { revenue: revenueCalls },
  routes: () => serve(revenueCalls, service),
};
