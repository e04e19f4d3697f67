import { homeCalls } from '#contract/home/calls.ts';
import { recordSearchCalls } from '#contract/home/find-calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { findRecords } from './find.ts';
import { readMoneyFigures } from './money.ts';
import * as service from './service.ts';

export const homeModule: ServerModule = {
  calls: { home: { ...homeCalls, ...recordSearchCalls } },
  routes: () => [...serveCalls(homeCalls, { ...service, moneyFigures: readMoneyFigures }), ...serveCalls(recordSearchCalls, { find: findRecords })],
  withoutFeatures: explainMissingFeatures('The module has no records. It counts and finds the records of other modules.'),
};
