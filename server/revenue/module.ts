import { revenueCalls } from '#contract/revenue/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import * as service from './service.ts';

export const revenueModule: ServerModule = {
  calls: { revenue: revenueCalls },
  routes: () => serveCalls(revenueCalls, service),
  withoutFeatures: explainMissingFeatures('The module has no records. It adds amounts of the ledger.'),
};
