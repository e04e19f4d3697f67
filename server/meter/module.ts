import { meterCalls } from '#contract/meter/calls.ts';
import { meterQueryCalls } from '#contract/meter/query-calls.ts';
import { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { fillMeters } from '#server/db/demo/meter.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { eraseMeterPersonalData, meterPersonalData } from './personal-data.ts';
import { meterScopes } from './scopes.ts';
import { meterQueryService, meterService, meterUtilityService } from './service.ts';
import { meterTexts } from './texts.ts';

export const meterModule: ServerModule = {
  scopes: meterScopes,
  calls: { meter: { ...meterCalls, ...meterUtilityCalls, ...meterQueryCalls } },
  routes: (services) => [
    ...serveCalls(meterCalls, meterService(services)),
    ...serveCalls(meterUtilityCalls, meterUtilityService),
    ...serveCalls(meterQueryCalls, meterQueryService(services)),
  ],
  demo: fillMeters,
  texts: meterTexts,
  personalData: meterPersonalData,
  erasePersonalData: eraseMeterPersonalData,
  withoutFeatures: {
    ...explainMissingFeatures('Meters and readings open from the page of the property.', 'search', 'personPage'),
    pending: 'Open: queries about a reading are listed only on the page of the property.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'The invoice prevents the closing of an account, not the reading.',
  },
};
