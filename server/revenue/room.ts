import { revenueCalls } from '#contract/revenue/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';

export const revenueRoom: ServerRoom = {
  calls: { revenue: revenueCalls },
  routes: () => serve(revenueCalls, service),
  without: because('It has no records: it adds up what the ledger keeps.'),
};
