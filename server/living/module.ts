import { livingCalls } from '#contract/living/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { livingService } from './service.ts';

export const livingModule: ServerModule = {
  calls: { living: livingCalls },
  routes: (services) => serveCalls(livingCalls, livingService(services)),
  withoutFeatures: explainMissingFeatures('The module has no records. It shows tenants the records of other modules.'),
};
