import { savedViewCalls } from '#contract/saved-view/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { eraseSavedViewPersonalData, savedViewPersonalData } from './personal-data.ts';
import { savedViewScopes } from './scopes.ts';
import * as service from './service.ts';

export const savedViewModule: ServerModule = {
  scopes: savedViewScopes,
  calls: { saved_view: savedViewCalls },
  routes: () =>
    serveCalls(savedViewCalls, {
      list: service.listSavedViews,
      save: service.saveView,
      rename: service.renameSavedView,
      remove: service.removeSavedView,
    }),
  personalData: savedViewPersonalData,
  erasePersonalData: eraseSavedViewPersonalData,
  withoutFeatures: explainMissingFeatures(
    'A saved view is a list filter that only its owner can see.',
    'search',
    'pending',
    'personPage',
    'messages',
    'reviewBasis',
    'unitTimeline',
    'closing',
  ),
};
